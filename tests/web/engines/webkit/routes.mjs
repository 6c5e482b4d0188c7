// Playwright's routes. WebDriver cannot hold a request back; but the servers that the pages come from are this process's own, and
// ask here before they answer.
import http from 'node:http';

// `**` is any text, `*` any without a slash, `{a,b}` one of two.
const globToRegExp = (glob) => {
  const pattern = glob.replace(/\*\*|\*|\{[^}]*\}|[^\w/]/g, (part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part.length > 1) return `(${part.slice(1, -1).replaceAll(',', '|')})`;
    return `\\${part}`;
  });
  return new RegExp(`^${pattern}$`);
};
export const matchUrl = (what, url) =>
  typeof what === 'string'
    ? globToRegExp(what).test(url)
    : what instanceof RegExp
      ? what.test(url)
      : what(new URL(url));

export const routes = [];
const { emit } = http.Server.prototype;
http.Server.prototype.emit = function (event, ...values) {
  if (event !== 'request' || routes.length === 0) return emit.call(this, event, ...values);
  const [request, response] = values;
  intercept(request, response).then((answered) => {
    if (!answered) emit.call(this, event, request, response);
  });
  return true;
};
async function intercept(request, response) {
  if (request.headers['x-bypass']) return false;
  const url = `http://${request.headers.host}${request.url}`;
  for (const entry of [...routes].reverse()) {
    if (!matchUrl(entry.what, url)) continue;
    let answered = false;
    let settle;
    const finished = new Promise((done) => {
      settle = done;
    });
    const route = {
      request: () => ({
        url: () => url,
        method: () => request.method,
        resourceType: () => 'other',
        headers: () => request.headers,
      }),
      fulfill: async ({ status, headers = {}, contentType, body, response: from, json } = {}) => {
        answered = true;
        const all = { ...(from ? from.headers() : {}), ...headers };
        delete all['content-encoding'];
        delete all['content-length'];
        delete all['transfer-encoding'];
        if (contentType) all['content-type'] = contentType;
        const data =
          json !== undefined
            ? Buffer.from(JSON.stringify(json))
            : body !== undefined
              ? Buffer.from(body)
              : from
                ? await from.body()
                : Buffer.alloc(0);
        response.writeHead(status ?? from?.status() ?? 200, {
          ...all,
          'content-length': data.length,
          'cache-control': 'no-store',
        });
        response.end(data);
        settle(true);
      },
      abort: async () => {
        answered = true;
        request.socket.destroy();
        settle(true);
      },
      continue: async () => settle(false),
      fallback: async () => settle(false),
      fetch: async () => {
        const got = await fetch(url, { headers: { 'x-bypass': '1', 'accept-encoding': 'identity' } });
        const data = Buffer.from(await got.arrayBuffer());
        return {
          status: () => got.status,
          headers: () => Object.fromEntries(got.headers),
          body: async () => data,
          text: async () => data.toString(),
        };
      },
    };
    Promise.resolve(entry.handler(route, route.request())).catch((e) => {
      if (!answered) settle(false);
      console.error('route', e);
    });
    return finished;
  }
  return false;
}
