// The teams of the account with their members.

import { words } from "../../messages/index.ts";
import { canvass } from "../../session.ts";
import { plain, spaced } from "../../text.ts";
import { Tag } from "../../ui/index.ts";
import { Cut } from "./Cut.tsx";

/** The teams, each with its facts and members. */
export async function loadTeams(signal: AbortSignal) {
  const page = await canvass.groups.list({ per_page: 10 }, { signal });
  const teams = await Promise.all(
    page.data.map(async ({ id: group_id }) => {
      const [facts, members] = await Promise.all([
        canvass.groups.get({ group_id }, { signal }),
        canvass.groups.members.list({ group_id, per_page: 50, include: ["first_name", "last_name", "email", "type", "status"] }, { signal }),
      ]);
      return { facts, members: members.data, memberTotal: members.total };
    }),
  );
  return { teams, total: page.total };
}

type LoadedTeams = Awaited<ReturnType<typeof loadTeams>>;

export function Teams({ teams, total }: LoadedTeams) {
  const { account } = words.value;
  if (teams.length === 0) return <p class="lead">{account.noTeam}</p>;
  return (
    <>
      {teams.map(({ facts: { id, name, member_count, max_invites }, members, memberTotal }) => (
        <div class="team" key={id}>
          <h3>{plain(name) || account.team}</h3>
          {member_count !== undefined && max_invites !== undefined && <p class="hint">{account.seats(member_count, max_invites)}</p>}
          <ul class="members">
            {members.map((member) => (
              <Member key={member.id} member={member} />
            ))}
          </ul>
          <Cut shown={members.length} total={memberTotal} />
        </div>
      ))}
      <Cut shown={teams.length} total={total} />
    </>
  );
}

function Member({ member: { first_name, last_name, username, email, type, status } }: { readonly member: LoadedTeams["teams"][number]["members"][number] }) {
  const { account } = words.value;
  const name = [first_name, last_name].filter(Boolean).join(" ") || username;
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <span class="hint">{email ?? (name === username ? "" : username)}</span>
      </div>
      <div class="tags">
        {status === "pending" && <Tag tone="warn">{account.invited}</Tag>}
        {type && <Tag>{account.roles[type] ?? spaced(type)}</Tag>}
      </div>
    </li>
  );
}
