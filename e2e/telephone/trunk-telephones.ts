import { randomUUID } from 'node:crypto'
import dgram from 'node:dgram'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { answers, type KamailioEnvironment } from './kamailio-environment.ts'

const SAMPLES_PER_SECOND = 8000
const TONE_HERTZ = 440
const TIMEOUT_MS = 30_000

/** A telephone on the other side of the trunk: G.711 over plain RTP; it hums 440 Hz and records the sound it receives. */
export interface Telephone {
  dial(number: string): Promise<void>
  /** Answers the ringing call. */
  accept(): Promise<void>
  hangUp(): Promise<void>
  /** Presses a key, sent as an RTP event (RFC 4733). */
  press(key: string): Promise<void>
  activeCalls(): Promise<number>
  /** Its list of calls, with the address of the other side. */
  listOfCalls(): Promise<string>
  /** Loudness (root mean square of 16 bits) at the end of the recording of its newest call. */
  loudness(seconds: number): number
}

/** Starts baresip as `number` (E.164). */
export function aTelephone(environment: KamailioEnvironment, number: string): Telephone {
  const { ports, ranges } = environment
  const folder = path.join(environment.folder, 'telephone')
  fs.mkdirSync(folder)
  writeTone(path.join(folder, 'tone.wav'), 180)
  const here = `127.0.0.1:${ports.telephone}`
  const trunk = `sip:127.0.0.1:${ports.trunk};transport=udp`
  fs.writeFileSync(
    path.join(folder, 'accounts'),
    `<sip:${number}@127.0.0.1:${ports.trunk};transport=udp>;regint=0;outbound="${trunk}";audio_codecs=PCMA/8000/1\n`,
  )
  fs.writeFileSync(path.join(folder, 'contacts'), '')
  fs.writeFileSync(
    path.join(folder, 'config'),
    [
      'module_path /usr/lib/baresip/modules',
      `sip_listen ${here}`,
      'net_interface 127.0.0.1',
      'poll_method epoll',
      'audio_path /usr/share/baresip',
      `audio_source aufile,${folder}/tone.wav`,
      'audio_player aubridge,rec',
      'audio_srate 8000-8000',
      'ausrc_srate 8000',
      'auplay_srate 8000',
      'ausrc_channels 1',
      'auplay_channels 1',
      `rtp_ports ${ranges.telephone.first}-${ranges.telephone.last}`,
      'rtcp_mux no',
      'jitter_buffer_delay 5-10',
      'module g711.so',
      'module aufile.so',
      'module aubridge.so',
      'module sndfile.so',
      `snd_path ${folder}`,
      'module_tmp uuid.so',
      'module_tmp account.so',
      'module_app menu.so',
      'module_app ctrl_tcp.so',
      `ctrl_tcp_listen 127.0.0.1:${ports.telephoneControl}`,
      '',
    ].join('\n'),
  )
  environment.run('telephone', '/usr/bin/baresip', ['-f', folder])
  let started: Promise<void> | undefined
  const control = async (command: string, params = '') => {
    // The control module is the last one that baresip loads.
    started ??= answers(ports.telephoneControl)
    await started
    return sendToBaresip(ports.telephoneControl, command, params)
  }
  return {
    dial: async (to) => void (await control('dial', `sip:${to}@127.0.0.1`)),
    accept: async () => void (await control('accept')),
    hangUp: async () => void (await control('hangup')),
    press: async (key) => void (await control('sndcode', key)),
    activeCalls: async () => Number(/Active calls \((\d+)\)/.exec(await control('listcalls'))?.[1] ?? 0),
    listOfCalls: () => control('listcalls'),
    loudness: (seconds) => loudnessOf(newestRecording(folder), seconds),
  }
}

/** baresip's control protocol: JSON in netstrings. Events of its calls use the same connection, so silence alone is no sign of an end. */
function sendToBaresip(port: number, command: string, params: string): Promise<string> {
  const message = JSON.stringify({ command, params, token: 'test' })
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(`${message.length}:${message},`))
    const timeout = setTimeout(() => socket.destroy(new Error(`baresip did not answer "${command}"`)), TIMEOUT_MS)
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString()
      if (!received.includes('"response":true')) return
      resolve(received)
      socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => {
      clearTimeout(timeout)
      reject(new Error(`baresip hung up without an answer to "${command}": ${received}`))
    })
  })
}

function writeTone(file: string, seconds: number): void {
  const samples = SAMPLES_PER_SECOND * seconds
  const wav = Buffer.alloc(44 + samples * 2)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + samples * 2, 4)
  wav.write('WAVEfmt ', 8)
  for (const [at, value] of [
    [16, 16],
    [24, SAMPLES_PER_SECOND],
    [28, SAMPLES_PER_SECOND * 2],
  ] as const)
    wav.writeUInt32LE(value, at)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    wav.writeUInt16LE(value, at)
  wav.write('data', 36)
  wav.writeUInt32LE(samples * 2, 40)
  for (let n = 0; n < samples; n += 1) {
    wav.writeInt16LE(Math.round(12_000 * Math.sin((2 * Math.PI * TONE_HERTZ * n) / SAMPLES_PER_SECOND)), 44 + n * 2)
  }
  fs.writeFileSync(file, wav)
}

function newestRecording(folder: string): string | null {
  const received = fs.readdirSync(folder).filter((file) => /^dump-.*dec\.wav$/.test(file))
  const newest = received.sort().at(-1)
  return newest === undefined ? null : path.join(folder, newest)
}

function loudnessOf(file: string | null, seconds: number): number {
  if (file === null) return 0
  const sound = fs.readFileSync(file).subarray(44)
  const end = sound.subarray(Math.max(0, sound.length - seconds * SAMPLES_PER_SECOND * 2) & ~1)
  let energy = 0
  const samples = Math.floor(end.length / 2)
  for (let n = 0; n < samples; n += 1) energy += end.readInt16LE(n * 2) ** 2
  return Math.round(Math.sqrt(energy / Math.max(1, samples)))
}

/** Callers without audio, each with its own number, that ring until the test ends them. */
export interface SilentCallers {
  ring(count: number, number: string): void
  giveUp(): void
  /** Statuses of the final responses, e.g. 487 for a caller that gave up. */
  refusals(): number[]
  close(): void
}

export async function silentCallers(environment: KamailioEnvironment): Promise<SilentCallers> {
  const socket = dgram.createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const here = `127.0.0.1:${socket.address().port}`
  const rung = new Map<string, string>()
  const over = new Map<string, number>()
  const say = (method: string, callId: string, to = `<${rung.get(callId)}>`, body = '') => {
    const from = `<sip:+4077${callId.slice(0, 7)}@${here}>;tag=${callId}`
    const about = [`From: ${from}`, `To: ${to}`, `Call-ID: ${callId}`, `CSeq: 1 ${method}`, `Contact: <sip:c@${here}>`]
    const kind = body === '' ? [] : ['Content-Type: application/sdp']
    const via = `Via: SIP/2.0/UDP ${here};branch=z9hG4bK${callId}`
    const message = [`${method} ${rung.get(callId)} SIP/2.0`, via, 'Max-Forwards: 70', ...about, ...kind]
    socket.send(
      [...message, `Content-Length: ${body.length}`, '', body].join('\r\n'),
      environment.ports.trunk,
      '127.0.0.1',
    )
  }
  socket.on('message', (data) => {
    const received = data.toString()
    const status = Number(received.slice(8, 11))
    const callId = /^call-id: *(\S+)/im.exec(received)?.[1] ?? ''
    if (!/^cseq: *1 INVITE/im.test(received) || status < 300) return
    over.set(callId, status)
    say('ACK', callId, /^to: *(.+)$/im.exec(received)?.[1]?.trim())
  })
  return {
    ring: (count, number) => {
      for (let n = 0; n < count; n += 1) {
        const callId = `${String(1_000_000 + rung.size)}-${randomUUID()}`
        rung.set(callId, `sip:${number}@127.0.0.1:${environment.ports.trunk}`)
        say('INVITE', callId, undefined, soundOffer(environment.ports.silence))
      }
    },
    giveUp: () => {
      for (const callId of rung.keys()) if (!over.has(callId)) say('CANCEL', callId)
    },
    refusals: () => [...over.values()],
    close: () => socket.close(),
  }
}

export function soundOffer(port: number): string {
  const lines = ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0', `m=audio ${port} RTP/AVP 8`]
  return [...lines, 'a=rtpmap:8 PCMA/8000', 'a=sendrecv', ''].join('\r\n')
}
