//! The tools of agents as a client lists them, for the documentation page.

use crate::fresh;
use canvass::gateway::agents::schema::list_tools;
use canvass::spec::tools::{AgentScope, TOOLS};
use serde_json::Value;

#[test]
fn the_list_of_tools_is_fresh() {
    let mut listed: Value = serde_json::from_str(&list_tools(AgentScope::ALL).to_json()).unwrap();
    for (shown, tool) in listed.as_array_mut().unwrap().iter_mut().zip(TOOLS) {
        shown["scope"] = Value::from(tool.scope.as_str());
        shown["cost"] = Value::from(tool.cost);
    }
    fresh("www/_templates/tools.json", &(serde_json::to_string_pretty(&listed).unwrap() + "\n"));
}
