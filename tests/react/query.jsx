export const query = {};
