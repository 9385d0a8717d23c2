const waits = (waiting: number) => (waiting === 0 ? '' : `, ${waiting} SMS în așteptare`)

/** Progress of a broadcast. */
export const broadcastMessages = {
  title: 'Trimise recent',
  states: {
    sending: (done: number, all: number, waiting: number) => `Se trimite: ${done} din ${all}${waits(waiting)}`,
    sent: (done: number, _all: number, waiting: number) => `Trimis: ${done}${waits(waiting)}`,
    stopped: (done: number, all: number) => `Oprit: ${done} din ${all}`,
  },
  progressOf: (text: string) => `Cât s-a trimis din „${text}”`,
  stop: 'Oprește',
  stopOf: (text: string) => `Oprește „${text}”`,
  stopped: 'Mesajul a fost oprit',
  notLoaded: 'Mesajele trimise nu s-au putut citi.',
} as const
