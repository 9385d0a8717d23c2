import { unblockSound, useSoundBlock } from '../phone/sound-block.ts'
import { toSpeaker } from '../phone/speaker.ts'
import type { RingSound } from './ring-sounds.ts'

type Playable = Exclude<RingSound, 'mute'> | 'queue'

const players = new Map<Playable, HTMLAudioElement>()
let ringing: HTMLAudioElement | null = null

function playerOf(sound: Playable): HTMLAudioElement {
  const known = players.get(sound)
  if (known) return known
  const player = new Audio(`/audio/${sound}.wav`)
  players.set(sound, player)
  toSpeaker(player)
  return player
}

async function play(player: HTMLAudioElement, volume: number, loop: boolean) {
  player.loop = loop
  player.volume = volume
  player.currentTime = 0
  try {
    await player.play()
    unblockSound()
  } catch (error) {
    // A ring that was stopped before it began is no refusal.
    if (error instanceof DOMException && error.name === 'NotAllowedError') useSoundBlock.setState({ isBlocked: true })
  }
}

/** Over and over until `stopRing`; a ring of another sound or volume takes its place. */
export function ring(sound: Exclude<RingSound, 'mute'>, volume: number) {
  const player = playerOf(sound)
  if (ringing === player && !player.paused) {
    player.volume = volume
    return
  }
  stopAll()
  ringing = player
  void play(player, volume, true)
}

export function stopRing() {
  ringing?.pause()
  ringing = null
}

/** Once, and nothing beside it: to choose by, or the two tones of an order that waits. Never over a ring. */
export function playOnce(sound: Playable, volume: number) {
  if (ringing !== null) return
  stopAll()
  void play(playerOf(sound), volume, false)
}

function stopAll() {
  for (const player of players.values()) player.pause()
}

/** Whether the browser would let the page play now, asked without a sound. */
export async function askIfBlocked() {
  const probe = new AudioContext()
  // A context that may play starts by itself within moments of its making.
  await Promise.race([probe.resume(), new Promise((resolve) => setTimeout(resolve, 300))])
  useSoundBlock.setState({ isBlocked: probe.state === 'suspended' })
  await probe.close()
}
