// The requests that are left, once a response has reported them.

import { words } from "../messages/index.ts";
import { quota, session } from "../session.ts";

export function QuotaLine() {
  const known = quota.value;
  if (known === undefined || session.value?.signed_in !== true) return <p id="quota" hidden />;
  const { minute, day } = known;
  const { frame } = words.value;
  const isUnlimited = minute.limit === Infinity && day.limit === Infinity;
  const left = isUnlimited
    ? frame.quotaUnlimited
    : frame.quotaWindows(frame.quotaLeft(minute.remaining, minute.limit), frame.quotaLeft(day.remaining, day.limit));
  return <p id="quota">{frame.quota(left)}</p>;
}
