/** The arcs of the icon as paths and their widths. They stand for the name where the top bar has no room for it. */
export const mark = [
  ['M7 7C17 7 15 25 25 25', 4],
  ['M7 16c10 0 8-9 18-9M7 25c10 0 8-9 18-9', 1.5],
] as const;
