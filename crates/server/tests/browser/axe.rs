//! Accessibility checks with axe. See axe.LICENSE for the licence of axe.min.js.

use serde_json::json;

use crate::window::Window;

const AXE: &str = include_str!("axe.min.js");
const RUN: &str = r#"
return axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations
  .filter(({ impact }) => impact === "serious" || impact === "critical")
  .map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.slice(0, 4).map((node) => `    ${node.target} ${node.failureSummary}`).join("\n")}`));
"#;

/// Serious violations on the current page, in both themes.
pub async fn violations(window: &Window, page: &str) -> Vec<String> {
    let mut found = Vec::new();
    for theme in ["light", "dark"] {
        window.execute("document.documentElement.dataset.theme = arguments[0]", vec![json!(theme)]).await;
        window.wait_until_idle().await;
        window.execute(&format!("if (!window.axe) {{ {AXE} }}"), vec![]).await;
        for finding in window.execute(RUN, vec![]).await.as_array().unwrap() {
            found.push(format!("{page}, {theme}: {}", finding.as_str().unwrap_or_default()));
        }
    }
    found
}
