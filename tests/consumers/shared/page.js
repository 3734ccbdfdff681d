// A page of another origin than the gateway's, which it names in its address.

import { createCanvass } from "@canvass/sdk";
import { report } from "./report.js";

const gateway = new URLSearchParams(location.search).get("gateway");
const show = (made) => (document.body.dataset.report = JSON.stringify(made));
report(createCanvass({ gateway })).then(show, (error) => show(`${error.stack} ${error.cause ?? ""}`));
