import type { Module } from '../lifecycle/module.ts'
import { auditRoutes } from './audit.routes.ts'

export const auditModule: Module = { name: 'audit', routes: auditRoutes }
