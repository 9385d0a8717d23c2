import type { TestProject } from 'vitest/node'
import { startTestCluster, type TestCluster } from './database/test-cluster.ts'
import { useTestServer } from './database/test-server-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    testCluster: Pick<TestCluster, 'admin' | 'template' | 'prefix'>
  }
}

let cluster: TestCluster | undefined

export async function setup(project: TestProject): Promise<void> {
  const url = process.env.TEST_DATABASE_URL
  cluster = url ? await useTestServer(url) : await startTestCluster()
  const { admin, template, prefix } = cluster
  project.provide('testCluster', { admin, template, prefix })
}

export async function teardown(): Promise<void> {
  await cluster?.stop()
}
