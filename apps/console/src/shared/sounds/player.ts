import type { RingSound } from './ring-sounds.ts'
import { unblockSound, useSoundBlock } from './sound-block.ts'
import { toSpeaker } from './speaker.ts'

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
    /* Only NotAllowedError means a blocked autoplay: a ring that was stopped before it began also rejects. */
    if (error instanceof DOMException && error.name === 'NotAllowedError') useSoundBlock.setState({ isBlocked: true })
  }
}

/** Repeats until `stopRing`; a ring with another sound or volume replaces it. */
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

/** Plays once, for choosing a sound or for the two tones of a waiting order. Never during a ring. */
export function playOnce(sound: Playable, volume: number) {
  if (ringing !== null) return
  stopAll()
  void play(playerOf(sound), volume, false)
}

function stopAll() {
  for (const player of players.values()) player.pause()
}

/** Checks without a sound whether the browser allows the page to play now. */
export async function checkIfBlocked() {
  const probe = new AudioContext()
  /* An allowed AudioContext starts by itself within moments. */
  await Promise.race([probe.resume(), new Promise((resolve) => setTimeout(resolve, 300))])
  useSoundBlock.setState({ isBlocked: probe.state === 'suspended' })
  await probe.close()
}
