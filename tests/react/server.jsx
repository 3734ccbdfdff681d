// The app on a server.

import { renderToString } from "react-dom/server";
import { App } from "./app.jsx";

export const page = (callback) => renderToString(<App callback={callback} />);
