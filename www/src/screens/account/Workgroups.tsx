// The workgroups that the account is a member of.

import type { Workgroup } from "/sdk/index.js";
import { words } from "../../messages/index.ts";
import { canvass } from "../../session.ts";
import { plain } from "../../text.ts";
import { Tag } from "../../ui/index.ts";
import { Cut } from "./Cut.tsx";

export async function loadWorkgroups(signal: AbortSignal) {
  const { data: workgroups, total } = await canvass.workgroups.list({ per_page: 50 }, { signal });
  return { workgroups, total };
}

export function Workgroups({ workgroups, total }: Awaited<ReturnType<typeof loadWorkgroups>>) {
  const { account } = words.value;
  if (workgroups.length === 0) return <p class="lead">{account.noWorkgroup}</p>;
  return (
    <>
      <ul class="members">
        {workgroups.map((workgroup) => (
          <Line key={workgroup.id} workgroup={workgroup} />
        ))}
      </ul>
      <Cut shown={workgroups.length} total={total} />
    </>
  );
}

function Line({ workgroup: { name, description, is_visible, members_count, shares_count, share_count, default_role, membership } }: { readonly workgroup: Workgroup }) {
  const { account } = words.value;
  return (
    <li>
      <div>
        <strong>{plain(name)}</strong>
        {description && <span class="hint">{plain(description)}</span>}
        <span class="hint">{account.workgroup(members_count ?? 0, Number(shares_count ?? share_count ?? 0))}</span>
      </div>
      <div class="tags">
        {membership?.is_owner && <Tag tone="accent">{account.owner}</Tag>}
        {default_role?.name && <Tag>{default_role.name}</Tag>}
        {is_visible === false && <Tag>{account.hidden}</Tag>}
      </div>
    </li>
  );
}
