"use client";

import { createCanvass } from "@canvass/sdk";
import { useEffect, useState } from "react";
import { report } from "../src/report.js";

// At the top, so that it is made where the page is rendered on the server too.
const clients = new Map();
const clientOf = (gateway) => clients.get(gateway) ?? clients.set(gateway, createCanvass({ gateway })).get(gateway);
clientOf("https://gateway.example");

export default function Page() {
  const [failure, setFailure] = useState("");
  useEffect(() => {
    const gateway = new URLSearchParams(location.search).get("gateway");
    const show = (made) => (document.body.dataset.report = JSON.stringify(made));
    report(clientOf(gateway)).then(show, (error) => (show(error.stack), setFailure(error.message)));
  }, []);
  return <p>{failure}</p>;
}
