import type { Module } from '../../platform/lifecycle/module.ts'
import { startDocumentsJobs } from './documents.jobs.ts'

export const documentsModule: Module = { name: 'documents', startJobs: startDocumentsJobs, isHousekeeping: true }
