import http from 'node:http'
import pg from 'pg'
import { type WebSocket, WebSocketServer } from 'ws'

/**
 * The peers, each as small as possible: `echo` sends back, `parse` only parses the JSON and answers a ping, `commit` takes an
 * order by POST, inserts one row, commits and sends one frame to one socket. Runs as a separate process: bare-server.ts KIND PORT.
 */
const [kind, port] = process.argv.slice(2)
const server = http.createServer()
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
const drivers: WebSocket[] = []
let received = 0

sockets.on('connection', (socket) => {
  drivers.push(socket)
  socket.on('message', (data, isBinary) => {
    if (kind === 'echo') {
      const text = data.toString()
      if (!text.includes('"position"')) socket.send(data, { binary: isBinary })
      return
    }
    const frame = JSON.parse(data.toString()) as { event?: string }
    received += 1
    if (frame.event === 'ping') socket.send(`{"event":"pong","heard":${received}}`)
  })
})

if (kind === 'commit') {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 })
  await pool.query(
    'create table if not exists bench_orders (id bigint generated always as identity primary key, body jsonb not null)',
  )
  server.on('request', (request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', async () => {
      const order: unknown = JSON.parse(text)
      const client = await pool.connect()
      await client.query('begin')
      const { rows } = await client.query('insert into bench_orders (body) values ($1) returning id', [order])
      await client.query('commit')
      client.release()
      const { id } = rows[0] as { id: string }
      const data = { order: { id: Number(id), ...(order as object) } }
      drivers[Number(id) % drivers.length]?.send(JSON.stringify({ event: 'order_available', data }))
      response.writeHead(201, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ data: { id: Number(id) } }))
    })
  })
}

server.listen(Number(port), '127.0.0.1', () => console.log('listening'))
