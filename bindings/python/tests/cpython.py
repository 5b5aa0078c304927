"""CPython's own tests of hashlib and hmac, run against lanesum.

The tests are those of the interpreter that runs this (`Lib/test`), not copies. What is
left out is left out here, by name and with the reason.

usage: python tests/cpython.py
"""

import sys
import types
import unittest
import warnings

import lanesum

BUILTIN = "about hashlib's choice between OpenSSL and CPython's own modules"
OPENSSL = "about OpenSSL's constructors, which are hashlib's"
NETWORK = "vectors come from a server"
LARGE = "4 GiB of messages; the library's own tests have them"
SHA3 = "private attributes of CPython's _sha3, which OpenSSL's objects lack too"
WORDING = "the words in which Argument Clinic refuses arguments; tests/test_hash.py has that they are refused"
MUTABLE = "only a build for one version, from 3.10 on, can make types immutable"

LEFT_OUT = {
    "test_get_builtin_constructor": BUILTIN,
    "test_builtin_constructor": BUILTIN,
    "test_hash_disallow_instantiation": OPENSSL,
    "test_internal_types": OPENSSL,
    "test_hmac_constructor_uses_builtin": BUILTIN,
    "test_clinic_signature_errors": WORDING,
    "test_with_fallback": BUILTIN,
    "test_extra_sha3": SHA3,
    "test_blake2b_vectors": NETWORK,
    "test_blake2s_vectors": NETWORK,
    "test_case_sha3_224_vector": NETWORK,
    "test_case_sha3_256_vector": NETWORK,
    "test_case_sha3_384_vector": NETWORK,
    "test_case_sha3_512_vector": NETWORK,
    "test_case_shake128_vector": NETWORK,
    "test_case_shake256_vector": NETWORK,
    "test_case_md5_huge": LARGE,
    "test_case_md5_uintmax": LARGE,
    "test_sha256_update_over_4gb": LARGE,
    "test_sha3_256_update_over_4gb": LARGE,
}
if not lanesum._lanesum.IMMUTABLE:
    LEFT_OUT["test_readonly_types"] = MUTABLE


def stand_in():
    """lanesum, with the private names that CPython's test asks hashlib for."""
    module = types.ModuleType("hashlib")
    module.__dict__.update({k: v for k, v in vars(lanesum).items() if not k.startswith("__")})
    module.__getattr__ = lanesum.__getattr__
    setattr(module, "__get_builtin_constructor", lambda name: getattr(lanesum, name))
    return module


def hashlib_tests():
    import test.test_hashlib as tests

    tests.hashlib = stand_in()
    tests.HASH = tests.HASHXOF = None
    case = tests.HashLibTestCase

    # CPython's own constructors are not tested here. Without `_blake2` 3.14 tests no BLAKE2.
    case._conditional_import_module = lambda self, name: name == "_blake2" or None
    # From 3.14 on BLAKE2 takes its message by name too, and lanesum's on every version.
    if sys.version_info < (3, 14):
        raises, taken = case.assertRaises, ({"data": b""}, {"string": b""})
        case.assertRaises = lambda self, *args, **named: named in taken or raises(self, *args, **named)
    if hasattr(tests, "openssl_md_meth_names"):
        tests.openssl_md_meth_names = frozenset()
    kdf = tests.KDFTests
    tests.builtin_hashlib = tests.openssl_hashlib = tests.hashlib
    return [case, kdf]


def hmac_tests():
    # Both `hmac` and its tests find lanesum as hashlib, and no HMAC in C.
    for name in ("hmac", "test.test_hmac", "test.support.hashlib_helper"):
        sys.modules.pop(name, None)
    sys.modules["_hashlib"] = sys.modules["_hmac"] = None
    sys.modules["hashlib"] = stand_in()
    import test.test_hmac as tests

    # From 3.14 on some are of HMAC in C.
    cases = [getattr(tests, name) for name in dir(tests) if not name.startswith(("OpenSSL", "Builtin"))]
    return [case for case in cases if isinstance(case, type) and issubclass(case, unittest.TestCase)]


class Result(unittest.TextTestResult):
    def startTest(self, test):
        super().startTest(test)
        names.append(test.id())


names = []


def main():
    warnings.simplefilter("ignore")
    total = passed = left = 0
    good = True
    for group in (hashlib_tests, hmac_tests):
        suite = unittest.TestSuite()
        out = []
        for case in group():
            for test in unittest.defaultTestLoader.loadTestsFromTestCase(case):
                name = test.id().rsplit(".", 1)[1]
                reason = LEFT_OUT.get(name)
                out.append((name, reason)) if reason else suite.addTest(test)
        result = unittest.TextTestRunner(verbosity=0, resultclass=Result).run(suite)
        good &= result.wasSuccessful() and result.testsRun > 0
        total += result.testsRun
        passed += result.testsRun - len(result.failures) - len(result.errors) - len(result.skipped)
        left += len(out)
        for test, reason in result.skipped:
            print(f"  skipped: {test.id().rsplit('.', 1)[1]}: {reason}")
        for name, reason in out:
            print(f"  left out: {name}: {reason}")
    version = ".".join(map(str, sys.version_info[:3]))
    print(f"CPython {version}: {total} tests of hashlib and hmac run, {passed} passed, {left} left out")
    sys.exit(not good)


if __name__ == "__main__":
    main()
