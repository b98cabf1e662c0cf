//! The `feature` command of an engine.

/// Features that a program has announced.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Features {
    /// `done=1` was sent (`true`) or `done=0` (`false`).
    pub(super) done: Option<bool>,
    pub(super) ping: bool,
    pub(super) setboard: bool,
    pub(super) usermove: bool,
    pub(super) memory: bool,
    pub(super) smp: bool,
    /// Names of the variants; empty if the program lists none.
    pub(super) variants: Vec<String>,
    /// Names of the options.
    pub(super) options: Vec<String>,
}

impl Features {
    /// Reads the text after `feature`: pairs `name=value`, values in quotes if they contain blanks. Returns the names with `true`
    /// if they are accepted.
    pub(super) fn read(&mut self, text: &str) -> Vec<(String, bool)> {
        let mut answers = Vec::new();
        let mut rest = text.trim();
        while let Some((name, after)) = rest.split_once('=') {
            let name = name.trim();
            let (value, after) = match after.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
            };
            rest = after.trim_start();
            answers.push((name.to_owned(), self.set(name, value)));
        }
        answers
    }

    fn set(&mut self, name: &str, value: &str) -> bool {
        let is_on = value.trim() == "1";
        match name {
            "done" => self.done = Some(is_on),
            "ping" => self.ping = is_on,
            "setboard" => self.setboard = is_on,
            "usermove" => self.usermove = is_on,
            "memory" => self.memory = is_on,
            "smp" => self.smp = is_on,
            "variants" => {
                self.variants = value.split(',').map(|name| name.trim().to_owned()).collect();
            }
            "option" => {
                let name = value.split(" -").next().unwrap_or_default();
                self.options.push(name.trim().to_owned());
            }
            // Moves are sent in coordinates.
            "san" => return !is_on,
            _ => {}
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read() {
        let mut features = Features::default();
        let answers = features.read("myname=\"A = B 1\" setboard=0 ping=1 san=1 done=0");
        assert_eq!(
            answers.iter().map(|(name, accepted)| (name.as_str(), *accepted)).collect::<Vec<_>>(),
            [("myname", true), ("setboard", true), ("ping", true), ("san", false), ("done", true)]
        );
        features.read("option=\"Resign Threshold -spin 800 200 1200\" variants=\"normal, knightmate\"");
        features.read("option=\"Clear -button\" usermove=1 done=1");
        assert_eq!(
            features,
            Features {
                done: Some(true),
                ping: true,
                usermove: true,
                variants: ["normal", "knightmate"].map(str::to_owned).into(),
                options: ["Resign Threshold", "Clear"].map(str::to_owned).into(),
                ..Features::default()
            }
        );
        for damaged in ["", "=", "x", "a=\"b", "\"=\"", "= = ="] {
            Features::default().read(damaged);
        }
    }
}
