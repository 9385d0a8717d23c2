import type { BrowserContext, Page } from 'playwright-core'
import type { Sound } from './sound-callers.ts'

/** Stores the page's connections and audio players where the test can read them. */
export async function bugPage(context: BrowserContext): Promise<void> {
  await context.addInitScript(`
    globalThis.wires = []
    globalThis.players = []
    globalThis.sockets = []
    globalThis.audioContexts = []
    globalThis.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(...given) { super(...given); globalThis.wires.push(this) }
    }
    globalThis.Audio = new Proxy(Audio, {
      construct(Player, given) { const player = new Player(...given); globalThis.players.push(player); return player },
    })
    globalThis.WebSocket = class extends WebSocket {
      constructor(...given) { super(...given); globalThis.sockets.push(this) }
    }
    const { connect } = AudioNode.prototype
    AudioNode.prototype.connect = function (to, ...given) {
      if (to instanceof AudioDestinationNode) {
        to.context.ear ??= new AnalyserNode(to.context, { fftSize: 32768, smoothingTimeConstant: 0 })
        if (!globalThis.audioContexts.includes(to.context)) globalThis.audioContexts.push(to.context)
        connect.call(this, to.context.ear)
      }
      return connect.call(this, to, ...given)
    }
    const devices = navigator.mediaDevices
    if (devices) {
      const { getUserMedia } = devices
      globalThis.microphones = []
      globalThis.isPlugged = true
      devices.getUserMedia = async (wish) => {
        if (!globalThis.isPlugged) throw new DOMException('unplugged', 'NotFoundError')
        const stream = await getUserMedia.call(devices, wish)
        globalThis.microphones.push(stream)
        return stream
      }
    }`)
}

declare const wires: RTCPeerConnection[]
declare const players: HTMLAudioElement[]
declare const sockets: WebSocket[]
declare const audioContexts: (BaseAudioContext & { ear: AnalyserNode })[]
declare const microphones: MediaStream[]

/** Bytes and energy of the sound from all callers of the page within this time. */
export async function soundWithin(page: Page, ms: number): Promise<Sound> {
  const before = await soundSoFar(page)
  await page.waitForTimeout(ms)
  const after = await soundSoFar(page)
  return { bytes: after.bytes - before.bytes, energy: after.energy - before.energy }
}

function soundSoFar(page: Page): Promise<Sound> {
  return page.evaluate(async () => {
    const sum = { bytes: 0, energy: 0 }
    for (const wire of wires) {
      if (wire.connectionState === 'closed') continue
      for (const report of (await wire.getStats()).values()) {
        if (report.type !== 'inbound-rtp') continue
        sum.bytes += report.bytesReceived
        sum.energy += report.totalAudioEnergy ?? 0
      }
    }
    return sum
  })
}

/** The routes of the page's calls: the kind of its own ICE candidate and the relay protocol, e.g. `relay tcp`. */
export function waysOfSound(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const ways: string[] = []
    for (const wire of wires) {
      if (wire.connectionState !== 'connected') continue
      const reports: Map<string, Record<string, unknown>> = new Map(await wire.getStats())
      for (const { type, selectedCandidatePairId } of reports.values()) {
        if (type !== 'transport') continue
        const pair = reports.get(String(selectedCandidatePairId))
        const own = reports.get(String(pair?.localCandidateId))
        ways.push(`${own?.candidateType} ${own?.relayProtocol ?? own?.protocol}`)
      }
    }
    return ways
  })
}

/** Frequencies that the page's players emit, in hertz, rounded to tens; a held or muted caller emits none. */
export function audibleNotes(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const fixture = new AudioContext()
    const analysers = players
      .filter((player) => !player.muted && !player.paused && player.srcObject instanceof MediaStream)
      .map((player) => {
        const ear = new AnalyserNode(fixture, { fftSize: 8192 })
        fixture.createMediaStreamSource(player.srcObject as MediaStream).connect(ear)
        return ear
      })
    await new Promise((resolve) => setTimeout(resolve, 500))
    const notes = analysers.flatMap((ear) => {
      const loudness = new Float32Array(ear.frequencyBinCount)
      ear.getFloatFrequencyData(loudness)
      const top = loudness.indexOf(Math.max(...loudness))
      const isLoud = (loudness[top] ?? -Infinity) > -60
      return isLoud ? [Math.round((top * fixture.sampleRate) / ear.fftSize / 10) * 10] : []
    })
    await fixture.close()
    return notes.sort((a, b) => a - b)
  })
}

/** Closes the telephone's websocket, as a dropped network would; the page's other connections stay. */
export function cutPhone(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const socket of sockets) if (socket.url.endsWith('/sip')) socket.close(4000)
  })
}

/** The tone that the page itself generates, in hertz, rounded to tens; null while there is none. */
export function ownNote(page: Page): Promise<number | null> {
  return page.evaluate(() => {
    for (const { ear, sampleRate } of audioContexts.map(({ ear, sampleRate }) => ({ ear, sampleRate }))) {
      const loudness = new Float32Array(ear.frequencyBinCount)
      ear.getFloatFrequencyData(loudness)
      const top = loudness.indexOf(Math.max(...loudness))
      if ((loudness[top] ?? -Infinity) > -60) return Math.round((top * sampleRate) / ear.fftSize / 10) * 10
    }
    return null
  })
}

/** Distance in hertz between the loudest frequency and the real one when two notes follow each other closely. */
const PITCH_TOLERANCE = 6

/**
 * Waits until the page generates this tone. The analyser holds the last two thirds of a second (32768 samples) and is read in the
 * page every tenth of a second, so a note of 200 ms is missed only by a page that is blocked for longer; and the tone repeats.
 */
export async function makesNote(page: Page, hertz: number): Promise<void> {
  await page.waitForFunction(
    ({ wanted, tolerance }) =>
      audioContexts.some(({ ear, sampleRate }) => {
        const loudness = new Float32Array(ear.frequencyBinCount)
        ear.getFloatFrequencyData(loudness)
        const top = loudness.indexOf(Math.max(...loudness))
        // A note at the edge of the analyser's window is weak; without any sound there is digital silence.
        const isAudible = (loudness[top] ?? -Infinity) > -80
        return isAudible && Math.abs((top * sampleRate) / ear.fftSize - wanted) < tolerance
      }),
    { wanted: hertz, tolerance: PITCH_TOLERANCE },
    { polling: 100 },
  )
}

/** Unplugs the microphone: every track of it ends, also in the calls that use it. */
export function pullMicrophone(page: Page): Promise<void> {
  return page.evaluate(() => {
    Object.assign(globalThis, { isPlugged: false })
    for (const wire of wires) for (const { track } of wire.getSenders()) track?.stop()
    for (const track of microphones.flatMap((stream) => stream.getTracks())) {
      track.stop()
      track.dispatchEvent(new Event('ended'))
    }
    navigator.mediaDevices.dispatchEvent(new Event('devicechange'))
  })
}

export function plugMicrophone(page: Page): Promise<void> {
  return page.evaluate(() => {
    Object.assign(globalThis, { isPlugged: true })
    navigator.mediaDevices.dispatchEvent(new Event('devicechange'))
  })
}
