//! Looks at a page with axe. See axe.LICENSE for the terms of axe.min.js.

use serde_json::json;

use crate::window::Window;

const AXE: &str = include_str!("axe.min.js");
const LOOK: &str = r#"
return axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations
  .filter(({ impact }) => impact === "serious" || impact === "critical")
  .map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.slice(0, 4).map((node) => `    ${node.target} ${node.failureSummary}`).join("\n")}`));
"#;

/// What is wrong with the page as it stands, by day and by night.
pub async fn findings(window: &Window, page: &str) -> Vec<String> {
    let mut found = Vec::new();
    for theme in ["light", "dark"] {
        window.run("document.documentElement.dataset.theme = arguments[0]", vec![json!(theme)]).await;
        window.settles().await;
        window.run(&format!("if (!window.axe) {{ {AXE} }}"), vec![]).await;
        for finding in window.run(LOOK, vec![]).await.as_array().unwrap() {
            found.push(format!("{page}, {theme}: {}", finding.as_str().unwrap_or_default()));
        }
    }
    found
}
