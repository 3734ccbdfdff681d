// A plugin of TypeDoc: types as they are declared. By itself TypeDoc takes the types of members from the checker, which
// replaces aliases by what they stand for and sorts unions by its own numbers.

import { Converter, ReflectionKind } from "typedoc";

export function load({ converter }) {
  const declare = (context, reflection, node) => {
    if (node?.type !== undefined) {
      reflection.type = converter.convertType(context.withScope(reflection), node.type);
    }
  };
  converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    if (reflection.kindOf(ReflectionKind.Property)) {
      declare(context, reflection, context.getSymbolFromReflection(reflection)?.declarations?.[0]);
    }
  });
  converter.on(Converter.EVENT_CREATE_PARAMETER, declare);
  converter.on(Converter.EVENT_CREATE_SIGNATURE, declare);
}
