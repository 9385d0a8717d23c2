import { workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

// A thread does not inherit the loader that lets this process read TypeScript.
register()
await import(workerData.program)
