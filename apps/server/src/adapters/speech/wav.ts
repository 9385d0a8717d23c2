const PER_SECOND = 8000
const PCM = 1
const EXTENSIBLE = 0xfffe

/** Samples of a WAV file (16-bit PCM, any rate, any channels) in the telephone's format: 8 kHz, one channel. */
export function samplesOfWav(file: Buffer): Int16Array {
  if (file.length < 12 || file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE') {
    throw new Error('the sound is no WAV')
  }
  const format = chunk(file, 'fmt ')
  const data = chunk(file, 'data')
  if (!format || !data || format.length < 16) throw new Error('the WAV is not whole')
  const [kind, channels, rate, bits] = [
    format.readUInt16LE(0),
    format.readUInt16LE(2),
    format.readUInt32LE(4),
    format.readUInt16LE(14),
  ]
  if ((kind !== PCM && kind !== EXTENSIBLE) || bits !== 16 || channels < 1 || rate < PER_SECOND) {
    throw new Error('the WAV is not 16-bit PCM of 8 kHz or more')
  }
  return atTelephoneRate(oneChannel(data, channels), rate)
}

/** Servers that stream do not know the length yet and write the maximum: then the chunk ends with the file. */
function chunk(file: Buffer, name: string): Buffer | null {
  for (let at = 12; at + 8 <= file.length; ) {
    const length = file.readUInt32LE(at + 4)
    if (file.toString('latin1', at, at + 4) === name)
      return file.subarray(at + 8, Math.min(at + 8 + length, file.length))
    at += 8 + length + (length % 2)
  }
  return null
}

function oneChannel(data: Buffer, channels: number): Int16Array {
  const samples = new Int16Array(Math.floor(data.length / 2 / channels))
  for (let at = 0; at < samples.length; at++) {
    let sum = 0
    for (let channel = 0; channel < channels; channel++) sum += data.readInt16LE((at * channels + channel) * 2)
    samples[at] = Math.round(sum / channels)
  }
  return samples
}

/** The mean of the samples in each step: a rough low-pass filter for what a telephone cannot carry. */
function atTelephoneRate(samples: Int16Array, rate: number): Int16Array {
  if (rate === PER_SECOND) return samples
  const step = rate / PER_SECOND
  const slower = new Int16Array(Math.floor(samples.length / step))
  for (let at = 0; at < slower.length; at++) {
    const [from, to] = [Math.floor(at * step), Math.max(Math.floor(at * step) + 1, Math.floor((at + 1) * step))]
    let sum = 0
    for (let one = from; one < to; one++) sum += samples[one] ?? 0
    slower[at] = Math.round(sum / (to - from))
  }
  return slower
}
