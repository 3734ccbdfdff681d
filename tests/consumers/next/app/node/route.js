import { answer } from "../../src/server.js";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";
export const GET = ({ url }) => answer(url);
