//! Says what this version of Python can do.

fn main() {
    println!("cargo::rustc-check-cfg=cfg(immutable)");
    pyo3_build_config::use_pyo3_cfgs();
    let config = pyo3_build_config::get();
    let abi3 = std::env::var_os("CARGO_FEATURE_ABI3").is_some();
    // Types that nobody can change: the stable ABI has them from 3.14 on.
    if !abi3 && (config.version().major, config.version().minor) >= (3, 10) {
        println!("cargo::rustc-cfg=immutable");
    }
    pyo3_build_config::add_extension_module_link_args();
}
