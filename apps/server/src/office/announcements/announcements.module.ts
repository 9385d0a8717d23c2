import type { Module } from '../../platform/lifecycle/module.ts'
import { announcementsRoutes } from './announcements.routes.ts'

export const announcementsModule: Module = { name: 'announcements', routes: announcementsRoutes }
