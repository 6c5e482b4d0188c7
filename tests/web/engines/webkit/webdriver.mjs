// What the driver speaks with WebKitWebDriver: JSON over HTTP, one request after another on one connection.
import http from 'node:http';
import net from 'node:net';

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

const agent = new http.Agent({ keepAlive: true });
export function call(port, method, path, body) {
  return new Promise((ok, no) => {
    const data = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const req = http.request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: data ? { 'content-type': 'application/json', 'content-length': data.length } : {},
      },
      (res) => {
        const parts = [];
        res.on('data', (d) => parts.push(d));
        res.on('end', () => {
          const text = Buffer.concat(parts).toString();
          let json;
          try {
            json = JSON.parse(text);
          } catch {
            return no(new Error(`${method} ${path}: ${res.statusCode} ${text.slice(0, 300)}`));
          }
          if (res.statusCode >= 400) {
            const e = new Error(`${json.value?.error}: ${json.value?.message}`);
            e.code = json.value?.error;
            return no(e);
          }
          ok(json.value);
        });
      },
    );
    req.on('error', no);
    if (data) req.write(data);
    req.end();
  });
}
export async function freePort() {
  return new Promise((done) => {
    const s = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = s.address();
      s.close(() => done(port));
    });
  });
}
