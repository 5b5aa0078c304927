//! What an environment variable sets: one of some names, read once.

/// An enum whose values have names, and the function that reads the variable.
///
/// From the names follow `ALL`, `name`, `Display`, `FromStr` with its error, and what the
/// error lists.
macro_rules! setting {
    (
        $(#[$doc:meta])*
        pub enum $setting:ident { $( $(#[$value_doc:meta])* $value:ident = $name:literal, )* }
        $(#[$error_doc:meta])*
        pub struct $error:ident = $unknown:literal;
        $(#[$read_doc:meta])*
        pub fn $read:ident = $variable:literal;
    ) => {
        $(#[$doc])*
        #[non_exhaustive]
        pub enum $setting { $( $(#[$value_doc])* $value, )* }

        impl $setting {
            /// All of them, in order.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$value),*];

            /// The name of it.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$value => $name,)* }
            }
        }

        impl core::fmt::Display for $setting {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }

        $(#[$error_doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $error;

        impl core::fmt::Display for $error {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!($unknown, "; known: "))?;
                for (i, known) in $setting::ALL.into_iter().enumerate() {
                    write!(f, "{}{known}", if i == 0 { "" } else { ", " })?;
                }
                Ok(())
            }
        }

        impl core::error::Error for $error {}

        impl core::str::FromStr for $setting {
            type Err = $error;

            fn from_str(name: &str) -> Result<Self, $error> {
                Self::ALL.into_iter().find(|known| known.name() == name).ok_or($error)
            }
        }

        $(#[$read_doc])*
        ///
        /// Without the standard library there is no environment: `None`.
        ///
        /// # Errors
        ///
        /// Where the variable holds anything but one of the names.
        pub fn $read() -> Result<Option<$setting>, $error> {
            #[cfg(feature = "std")]
            {
                static READ: std::sync::OnceLock<Result<Option<$setting>, $error>> = std::sync::OnceLock::new();
                *READ.get_or_init(|| match std::env::var_os($variable) {
                    None => Ok(None),
                    Some(name) if name.is_empty() => Ok(None),
                    Some(name) => name.to_str().ok_or($error)?.parse().map(Some),
                })
            }
            #[cfg(not(feature = "std"))]
            Ok(None)
        }
    };
}

pub(crate) use setting;
