import type { Module } from '../../platform/lifecycle/module.ts'
import { startSimulatorJobs } from './simulator.jobs.ts'
import { simulatorRoutes } from './simulator.routes.ts'

export const simulatorModule: Module = { name: 'simulator', routes: simulatorRoutes, startJobs: startSimulatorJobs }
