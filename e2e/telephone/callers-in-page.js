/** Callers in a page: the console's own adapter of the SIP library, one humming voice per caller. */
globalThis.liveInPage = async ({ account, library, line }) => {
  const { JsSipPhone } = await import(library)
  const context = new AudioContext()
  const nameOf = new Map()
  const ends = new Map()
  let note = 440
  let pickup = 'lets it ring'

  const hum = () => {
    const out = new MediaStreamAudioDestinationNode(context)
    const tone = new OscillatorNode(context, { frequency: note })
    tone.connect(new GainNode(context, { gain: 0.4 })).connect(out)
    tone.start()
    return out.stream
  }
  const pickUp = (name, session) => {
    if ([...nameOf.values()].includes(name)) return
    nameOf.set(session.local_identity.uri.user, name)
    if (pickup === 'answers') setTimeout(() => phone.answer(name), 50)
    if (pickup === 'is busy') setTimeout(() => phone.hangUp(name), 50)
  }
  const lineOf = (from) => phone.lines.get(nameOf.get(from))
  const phone = new JsSipPhone(account, hum, {
    registered: () => {
      globalThis.callers.isRegistered = true
    },
    disconnected: () => undefined,
    refused: (status) => console.error('the callers are refused', status),
    changed: () => {
      for (const [name, { state, session }] of phone.lines) if (state === 'ringing') pickUp(name, session)
    },
    onSound: (_, sound) => {
      const player = new Audio()
      player.srcObject = sound
      void player.play()
    },
    givenBack: () => undefined,
    ended: () => undefined,
  })

  globalThis.callers = {
    isRegistered: false,
    ring: (from, hertz) => {
      note = hertz
      ends.delete(from)
      void phone.dial(line, from).then((outcome) => {
        if (outcome !== 'answered') ends.set(from, outcome)
      })
      nameOf.set(from, [...phone.lines.keys()].at(-1))
    },
    stateOf: (from) => lineOf(from)?.state ?? ends.get(from) ?? 'over',
    isHeld: (from) => lineOf(from)?.session.isOnHold().remote ?? false,
    hangUp: (from) => void phone.hangUp(nameOf.get(from)),
    sound: async (from) => {
      const sum = { bytes: 0, energy: 0 }
      for (const report of ((await lineOf(from)?.session.connection?.getStats()) ?? new Map()).values()) {
        if (report.type !== 'inbound-rtp') continue
        sum.bytes += report.bytesReceived
        sum.energy += report.totalAudioEnergy ?? 0
      }
      return sum
    },
    whenRungUp: (how) => {
      pickup = how
    },
  }
  phone.start()
}
