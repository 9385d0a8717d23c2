/** Names at the end of a run the tests that passed only when tried again: each is a race somebody has to find. */
// biome-ignore lint/style/noDefaultExport: how vitest takes a reporter
export default class SecondTries {
  onTestRunEnd(modules) {
    const shaky = modules.flatMap((module) =>
      [...module.children.allTests()].filter((test) => test.diagnostic()?.flaky),
    )
    if (shaky.length === 0) return
    console.log(`\nPassed only at the second try: ${shaky.length}`)
    for (const test of shaky) {
      console.log(`  ${test.module.relativeModuleId} > ${test.fullName}`)
      for (const { message } of test.result().errors ?? []) console.log(`    ${message.split('\n')[0]}`)
    }
  }
}
