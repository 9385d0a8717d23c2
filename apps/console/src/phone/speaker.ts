const CHOSEN = 'dispecerat.speaker'

/** Everything that sounds in the chosen speaker: the ring, and who talks. */
const players = new Set<HTMLAudioElement>()

export function chosenSpeaker(): string | null {
  return localStorage.getItem(CHOSEN)
}

/** Chooses where calls ring and are heard; null is the machine's own choice. */
export function chooseSpeaker(deviceId: string | null) {
  if (deviceId === null) localStorage.removeItem(CHOSEN)
  else localStorage.setItem(CHOSEN, deviceId)
  void moveAll()
}

export function maySpeakerBeChosen(): boolean {
  return 'setSinkId' in HTMLMediaElement.prototype
}

/** The player sounds in the chosen speaker from now on, wherever that one is plugged in and out. */
export function toSpeaker(player: HTMLAudioElement) {
  if (!maySpeakerBeChosen()) return
  players.add(player)
  if (chosenSpeaker() !== null) void moveAll()
}

export function leaveSpeaker(player: HTMLAudioElement) {
  players.delete(player)
}

/** Where the chosen speaker is not plugged in, the machine's own is heard until it is back. */
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
