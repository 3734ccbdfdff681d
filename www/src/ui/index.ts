// The components that screens share.

export { Button, ButtonLink, type Weight } from "./Button.tsx";
export { CopyButton, copyText } from "./CopyButton.tsx";
export { Dialog } from "./Dialog.tsx";
export { Day, type Fact, Facts } from "./Facts.tsx";
export { type Described, Field, Select } from "./Field.tsx";
export { Heading, titleOf } from "./Heading.tsx";
export { Notice, explain, kindOf } from "./Notice.tsx";
export { useModal } from "./modal.ts";
export { Pause } from "./Pause.tsx";
export { Progress } from "./Progress.tsx";
export { Skeleton } from "./Skeleton.tsx";
export { type Column, Table } from "./Table.tsx";
export { type Tab, Tabs } from "./Tabs.tsx";
export { Tag } from "./Tag.tsx";
