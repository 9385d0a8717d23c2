import { unblockSound, useSoundBlock } from '../../shared/sounds/sound-block.ts'
import { leaveSpeaker, toSpeaker } from '../../shared/sounds/speaker.ts'

/** The Romanian ringback tone. */
const RINGBACK = { hertz: 425, onSeconds: 1, offSeconds: 4, volume: 0.08 }
const TEST_TONE = { hertz: 660, ms: 700, volume: 0.15 }

const players = new Map<string, HTMLAudioElement>()
/** Players that the browser blocks until the first press on the page. */
const blocked = new Set<HTMLAudioElement>()

/** Plays the caller's voice in an audio element of its own; `onBlocked` is called when autoplay is blocked until a press. */
export function playCall(sipCallerId: string, sound: MediaStream, onBlocked: () => void) {
  stopCall(sipCallerId)
  const player = new Audio()
  player.srcObject = sound
  players.set(sipCallerId, player)
  toSpeaker(player)
  void play(player, onBlocked)
}

/** Unmutes only these calls; an empty set mutes all. */
export function playOnly(sipCallerIds: ReadonlySet<string>) {
  for (const [name, player] of players) player.muted = !sipCallerIds.has(name)
}

export function stopCall(sipCallerId: string) {
  const player = players.get(sipCallerId)
  if (!player) return
  player.srcObject = null
  leaveSpeaker(player)
  if (blocked.delete(player) && blocked.size === 0) useSoundBlock.setState({ hidesVoice: false })
  players.delete(sipCallerId)
}

async function play(player: HTMLAudioElement, onBlocked: () => void) {
  try {
    await player.play()
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return
    blocked.add(player)
    useSoundBlock.setState({ isBlocked: true, hidesVoice: true })
    for (const press of ['pointerup', 'keyup']) window.addEventListener(press, unmuteVoice, { once: true })
    onBlocked()
  }
}

/** A listener of its own: the ring removes its listener when it may play again. */
function unmuteVoice() {
  unblockSound()
}

useSoundBlock.subscribe((now, before) => {
  if (now.hidesVoice || !before.hidesVoice) return
  for (const player of blocked) void player.play().catch(() => undefined)
  blocked.clear()
})

/** A short tone in the chosen speaker. */
export function playTestTone() {
  const end = sing(TEST_TONE.hertz, (gain) => {
    gain.value = TEST_TONE.volume
  })
  setTimeout(end, TEST_TONE.ms)
}

let endRingback: (() => void) | null = null

/** Plays the ringback tone while an outgoing call rings. */
export function ringBack(rings: boolean) {
  if (rings === (endRingback !== null)) return
  endRingback?.()
  endRingback = rings
    ? sing(RINGBACK.hertz, (gain, now) => {
        for (let n = 0; n < 60; n++) {
          const from = now + n * (RINGBACK.onSeconds + RINGBACK.offSeconds)
          gain.setValueAtTime(RINGBACK.volume, from)
          gain.setValueAtTime(0, from + RINGBACK.onSeconds)
        }
      })
    : null
}

function sing(hertz: number, loudness: (gain: AudioParam, now: number) => void): () => void {
  const audioContext = new AudioContext()
  const tone = new OscillatorNode(audioContext, { frequency: hertz })
  const volume = new GainNode(audioContext, { gain: 0 })
  const out = new MediaStreamAudioDestinationNode(audioContext)
  tone.connect(volume).connect(out)
  loudness(volume.gain, audioContext.currentTime)
  tone.start()
  const player = new Audio()
  player.srcObject = out.stream
  toSpeaker(player)
  void player.play().catch(() => undefined)
  return () => {
    player.srcObject = null
    leaveSpeaker(player)
    void audioContext.close()
  }
}
