const CHOSEN = 'dispecerat.speaker'

/** Every player that uses the chosen speaker: the ring and the voices. */
const players = new Set<HTMLAudioElement>()

export function chosenSpeaker(): string | null {
  return localStorage.getItem(CHOSEN)
}

/** Chooses the speaker for the ring and the calls; null is the machine's default. */
export function chooseSpeaker(deviceId: string | null) {
  if (deviceId === null) localStorage.removeItem(CHOSEN)
  else localStorage.setItem(CHOSEN, deviceId)
  void moveAll()
}

export function maySpeakerBeChosen(): boolean {
  return 'setSinkId' in HTMLMediaElement.prototype
}

/** Plays through the chosen speaker from now on, also after it was unplugged and plugged in again. */
export function toSpeaker(player: HTMLAudioElement) {
  if (!maySpeakerBeChosen()) return
  players.add(player)
  if (chosenSpeaker() !== null) void moveAll()
}

export function leaveSpeaker(player: HTMLAudioElement) {
  players.delete(player)
}

/** While the chosen speaker is not plugged in, the machine's default is used. */
async function moveAll() {
  const chosen = chosenSpeaker() ?? ''
  const plugged = await navigator.mediaDevices?.enumerateDevices().catch(() => [])
  const isThere = plugged?.some(({ kind, deviceId }) => kind === 'audiooutput' && deviceId === chosen)
  const to = isThere ? chosen : ''
  for (const player of players) {
    if (player.sinkId !== to) player.setSinkId(to).catch(() => player.setSinkId('').catch(() => undefined))
  }
}

if (maySpeakerBeChosen()) {
  navigator.mediaDevices?.addEventListener('devicechange', () => void moveAll())
  window.addEventListener('storage', ({ key }) => {
    if (key === CHOSEN || key === null) void moveAll()
  })
}
