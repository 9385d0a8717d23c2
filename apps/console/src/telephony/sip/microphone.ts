const CHOSEN = 'dispecerat.microphone'

export type MicrophoneTrouble = 'insecure' | 'denied' | 'missing' | 'busy'

let open: MediaStream | null = null
let onLost: () => void = () => undefined

/** Opens the microphone ahead of any call, so that answering takes no time; null on success. */
export async function openMicrophone(lost: () => void): Promise<MicrophoneTrouble | null> {
  if (!window.isSecureContext || !navigator.mediaDevices) return 'insecure'
  try {
    const deviceId = localStorage.getItem(CHOSEN)
    const next = await navigator.mediaDevices.getUserMedia({
      audio: deviceId ? { deviceId: { ideal: deviceId } } : true,
    })
    closeMicrophone()
    open = next
    onLost = lost
    for (const track of next.getTracks()) track.onended = () => open === next && onLost()
    return null
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
    return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy'
  }
}

/**
 * A copy of the microphone for one call: holding it mutes no other. Without a microphone, a silent track that can be
 * replaced later.
 */
export function aVoice(): MediaStream {
  const live = open?.getAudioTracks().filter(({ readyState }) => readyState === 'live') ?? []
  return live.length > 0 ? new MediaStream(live.map((track) => track.clone())) : silence()
}

let silentContext: AudioContext | null = null

function silence(): MediaStream {
  silentContext ??= new AudioContext()
  return new MediaStreamAudioDestinationNode(silentContext).stream
}

/** The open microphone is live, and no other chosen one is plugged in. */
export async function isMicrophoneRight(): Promise<boolean> {
  const [track] = open?.getAudioTracks() ?? []
  if (track?.readyState !== 'live') return false
  const chosen = localStorage.getItem(CHOSEN)
  if (chosen === null || track.getSettings().deviceId === chosen) return true
  const plugged = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  return !plugged.some(({ kind, deviceId }) => kind === 'audioinput' && deviceId === chosen)
}

export function closeMicrophone() {
  for (const track of open?.getTracks() ?? []) {
    track.onended = null
    track.stop()
  }
  open = null
}

export function chosenMicrophone(): string | null {
  return localStorage.getItem(CHOSEN)
}

export function rememberMicrophone(deviceId: string | null) {
  if (deviceId === null) localStorage.removeItem(CHOSEN)
  else localStorage.setItem(CHOSEN, deviceId)
}

/** Calls back when a missing microphone may be available: a device was plugged in or the permission granted. */
export function onMicrophonePerhaps(tryAgain: () => void): () => void {
  const over = new AbortController()
  navigator.mediaDevices?.addEventListener('devicechange', tryAgain, { signal: over.signal })
  /* Firefox has no permission event for the microphone; there a reload or the button tries again. */
  navigator.permissions
    ?.query({ name: 'microphone' as PermissionName })
    .then((permission) => permission.addEventListener('change', tryAgain, { signal: over.signal }))
    .catch(() => undefined)
  return () => over.abort()
}
