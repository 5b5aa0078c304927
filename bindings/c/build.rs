//! Names the shared library: programs that link it look for this name.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let os = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    let apple = std::env::var("CARGO_CFG_TARGET_VENDOR").is_ok_and(|vendor| vendor == "apple");
    // The number is that of the interface: `install` has it too.
    if apple {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-install_name,@rpath/liblanesum.0.dylib");
    } else if os != "windows" {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,liblanesum.so.0");
    }
}
