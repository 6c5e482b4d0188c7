// What interactive shells, notebooks and documents write around a result.

/** Prompts of Python, IPython, Julia, MATLAB, Octave, R and Node. */
const prompt = /^[ \t]*(?:In[ \t]*\[[\d ]*\]:|>>>|julia>|octave(?:\.exe)?(?::\d+)?>|>>|>)(?:[ \t]|$)/;
const continuation = /^[ \t]*(?:\.{3,}:?|\+)(?:[ \t]|$)/;
const result = /^[ \t]*(?:Out[ \t]*\[[\d ]*\]:?|In[ \t]*\[[\d ]*\]:?|#>)[ \t]?/;
const fence = /^[ \t]*```\w*[ \t]*$/;
/** An expression that is only a name, or prints one. */
const shown = /^(?:print|disp|display)?\(?([\p{L}_][\p{L}\p{N}_.]*)\)?;?$/u;

/** An expression whose result is not an array. */
const described = /(?:\.(?:shape|dtype|ndim|device)|\.size\(\)|^(?:len|type|size|dim|typeof|class)\(.*\))[ \t]*;?$/;

/**
 * The text without prompts. If a shell printed results, they stay, and what was typed goes, except for names: “>>> w_q” becomes “w_q:”. Otherwise
 * the typed text stays.
 */
export function withoutPrompts(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  if (!lines.some((line) => prompt.test(line) || result.test(line) || fence.test(line))) return text;
  const isCommented = lines.some((line) => /^[ \t]*#>/.test(line));
  const typed: string[] = [];
  const printed: string[] = [];
  let isTyped = false;
  let isDescribed = false;
  for (const line of lines) {
    if (fence.test(line)) continue;
    const mark: RegExpExecArray | null = prompt.exec(line) ?? (isTyped ? continuation.exec(line) : null);
    isTyped = mark !== null;
    if (mark !== null) {
      const rest = line.slice(mark[0].length);
      typed.push(rest);
      isDescribed = described.test(rest.trim());
      const [, name] = shown.exec(rest.trim()) ?? [];
      if (name !== undefined) printed.push(`${name}:`);
    } else if (isCommented && !result.test(line)) typed.push(line);
    else if (!isDescribed) printed.push(line.replace(result, ''));
  }
  const results = printed.filter((line) => line.trim() !== '' && !/^[\p{L}_][\p{L}\p{N}_.]*:$/u.test(line));
  const isArray = results.length > 1 || /[[(]/.test(results.join());
  const isPrinted = results.length > 0 && (isArray || !typed.some((line) => line.includes('[')));
  return (isPrinted ? printed : typed).join('\n');
}

/**
 * Removes comments, which may contain brackets. If all arrays are in comments (a printed result next to its code), only the comment marks go.
 */
export function withoutComments(text: string): string {
  const comments = /(?:#|\/\/).*$|(?:^|(?<=\s))%.*$/gm;
  const uncommented = text.replace(comments, '');
  return /[[({]/.test(uncommented)
    ? uncommented
    : text.replace(/^[ \t]*(?:#|\/\/|%)[ \t]?/gm, '').replace(comments, '');
}
