import { answer } from "../../who.mjs";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";
export const GET = answer;
