import { workerData } from 'node:worker_threads'

// A thread does not inherit the loader that lets a process read TypeScript; a built program needs none.
if (workerData.program.endsWith('.ts')) (await import('tsx/esm/api')).register()
await import(workerData.program)
