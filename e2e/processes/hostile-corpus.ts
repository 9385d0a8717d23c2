/** A request meant to break the server; `body` is sent unchanged. */
export interface HostileRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: string | Buffer
  contentType?: string
}

const JSON_TYPE = 'application/json'
const post = (path: string, body: string | Buffer, contentType = JSON_TYPE): HostileRequest => ({
  method: 'POST',
  path,
  body,
  contentType,
})
const get = (path: string): HostileRequest => ({ method: 'GET', path })

const NUL = '\\u0000'
const LONE = '\\ud800'
const DEEP = 20_000

/** Values that are not a latitude in Romania, as JSON text. */
const NOT_A_LATITUDE = [
  'NaN',
  'Infinity',
  '1e400',
  '-1e400',
  '"45.6"',
  '"NaN"',
  'null',
  'true',
  '[45.6]',
  '{}',
  '91',
  '-0.0',
  '12',
  '1e308',
  '45.6e',
  '0x2D',
  '9007199254740993',
]
/** Texts that no column can store or no reader can parse, as JSON text. */
const BAD_TEXTS = [
  `"a${NUL}b"`,
  `"a${LONE}"`,
  '"\\udfff\\ud800"',
  '"\\u202eana"',
  `"${'x'.repeat(5000)}"`,
  '7',
  '[]',
  '{}',
]
/** Path segments that are not an id. */
const BAD_IDS = [
  '0x10',
  '1e3',
  '-1',
  '0',
  '1.5',
  'NaN',
  'Infinity',
  '1e400',
  '9007199254740993',
  '99999999999999999999',
  '%00',
  '%20',
  "1'%20or%20'1'='1",
  '1;drop',
  '__proto__',
  'constructor',
  '..%2f..%2fetc',
  '%ff',
  '%',
  '１',
]

const placed = (lat: string, rest = '') =>
  `{"client_phone":"0740123123","places":[{"name":"Gara","lat":${lat},"long":25.6}]${rest}}`
const good = (rest: string) => placed('45.65', rest)

/** Bodies that are not an order. */
function notOrders(): HostileRequest[] {
  const bodies = [
    '',
    '{',
    '[',
    'null',
    '[]',
    '"text"',
    '7',
    '{"places":',
    '{"a":1,}',
    "{'places':[]}",
    '\u0000',
    '{}x',
    ...NOT_A_LATITUDE.map((lat) => placed(lat)),
    ...BAD_TEXTS.map((text) => good(`,"about_client":${text}`)).filter((body) => !body.includes('"a"')),
    ...BAD_TEXTS.map((text) => good(`,"name":${text}`)),
    ...['"__proto__":{"state":"finished"}', '"constructor":{"prototype":{"x":1}}'].map((text) => good(`,${text}`)),
    ...['1e308', '-1', '0', '1.5', '"1"', '99999999999999999999'].map((id) => good(`,"service_id":${id}`)),
    ...['[1e308]', '[-1]', '["1"]', '[1.5]', '{}', '[99999999999999999999]'].map((ids) =>
      good(`,"custom_driver_ids":${ids}`),
    ),
    ...['"9999-99-99 00:00:00"', '"0000-01-01"', '7', '"275760-09-13T00:00:01Z"'].map((at) =>
      good(`,"departure_time":${at}`),
    ),
    ...['"gold"', 'null', '7'].map((payment) => good(`,"payment_type":${payment}`)),
    ...['{"a":2}', '[]', '7'].map((options) => good(`,"options":${options}`)),
    `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
    good(`,"options":${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`),
    `{"client_phone":"0740123123","places":[${Array.from({ length: 101 }, () => '{"name":"Gara","lat":45.65,"long":25.6}').join()}]}`,
    ...['""', '"abc"', '"07"', '{}', '[]', '7', `"07${NUL}40123123"`].map(
      (phone) => `{"client_phone":${phone},"places":[]}`,
    ),
  ]
  return [
    ...bodies.map((body) => post('/api/orders', body)),
    ...[
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      '',
    ].map((type) => post('/api/orders', good(''), type)),
    post('/api/orders', Buffer.alloc(2 * 1024 * 1024, 'x')),
    post('/api/orders', `{"name":"${'x'.repeat(2 * 1024 * 1024)}"}`),
    post('/api/orders', Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d])),
  ]
}

/** Invalid ids, and `orderOfOtherTenant`, which belongs to another company. */
function notIds(orderOfOtherTenant: number): HostileRequest[] {
  return [...BAD_IDS, String(orderOfOtherTenant)].flatMap((id): HostileRequest[] => [
    get(`/api/orders/${id}`),
    get(`/api/order-history/${id}`),
    get(`/order-drivers?orderId=${id}`),
    { method: 'PATCH', path: `/api/orders/${id}/cancel`, body: '{}', contentType: JSON_TYPE },
    { method: 'PATCH', path: `/api/orders/${id}/update-name`, body: '{"name":"Ana"}', contentType: JSON_TYPE },
    {
      method: 'PATCH',
      path: `/api/orders/${id}/set-driver-and-finish`,
      body: '{"driverId":101}',
      contentType: JSON_TYPE,
    },
    { method: 'DELETE', path: `/api/orders/${id}` },
    post(`/api/orders/${id}/duplicate`, '{}'),
  ])
}

const NOT_QUERIES: HostileRequest[] = [
  ...['0', '-1', '1e9', 'NaN', '1.5', '', 'a', '99999999999999999999'].flatMap((n) => [
    get(`/api/orders?per_page=${n === '' ? '101' : n === '1e9' ? '1e9' : n === '1.5' ? '1.5' : `x${n}`}`),
    get(`/api/orders?page=${n === '' ? '0' : n === '1e9' ? '1e9' : `x${n}`}`),
  ]),
  ...['a%00b', '%e2%80%ae', 'x'.repeat(200)].map((text) => get(`/api/orders?search=${text}`)),
  ...['yesterday', '2026-13-01 00:00:00', '%00', '1e400'].map((at) => get(`/api/orders?date_from=${at}`)),
  ...['flying', '__proto__', '%00'].map((state) => get(`/api/orders?states=${state}`)),
  get('/api/dispatcher-orders/live?offset=-1'),
  get('/api/dispatcher-orders/live?offset=1e9'),
  get('/api/dispatcher-orders/__proto__'),
  post('/api/access-tokens', '{"email":{"$gt":""},"password":[]}'),
  post('/api/access-tokens', `{"email":"a${NUL}@b.ro","password":"x"}`),
  post('/api/driver/position', '{"lat":45.6,"long":25.6}'),
]

export function hostileRequests(orderOfOtherTenant: number): HostileRequest[] {
  return [...notOrders(), ...notIds(orderOfOtherTenant), ...NOT_QUERIES]
}

/** Frames of a driver's or a console's socket without a meaning, each sent on a socket of its own. */
export const HOSTILE_FRAMES: readonly (string | Buffer)[] = [
  '',
  '{',
  'null',
  '[]',
  '7',
  '"ping"',
  '{}',
  '{"event":"__proto__"}',
  '{"__proto__":{"event":"ping"}}',
  '{"event":{}}',
  ...NOT_A_LATITUDE.map(
    (lat) => `{"event":"position","data":{"lat":${lat === '12' || lat === '-0.0' ? '"12"' : lat},"long":25.6}}`,
  ),
  ...['1e400', '-1', '"1"', '0', '9007199254740993', '1.5', 'null'].map(
    (id) => `{"event":"viewed","data":{"round_id":${id}}}`,
  ),
  ...[
    'ws_order_drivers:0x10',
    'ws_order_drivers:-1',
    'ws_order_drivers:1e3',
    '__proto__',
    `ws_order_drivers:${'9'.repeat(30)}`,
    '',
  ].map((channel) => `{"action":"subscribe","channel":"${channel}"}`),
  `{"action":"subscribe","channel":"a${NUL}${LONE}"}`,
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `{"event":"ping","data":"${'x'.repeat(60_000)}"}`,
  Buffer.from([0, 1, 2, 255]),
  Buffer.alloc(200_000),
]
