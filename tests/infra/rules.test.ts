import { describe, expect, it } from 'vitest'
import { environmentNames } from '#infra/config.ts'
import { aWebBuild, holdEnvironmentToRules } from './synthesise.ts'

const webBuild = aWebBuild({ 'index.html': '<!doctype html>', 'assets/index-C1a2.js': 'export {}' })
const held = environmentNames.map((name) => [name, holdEnvironmentToRules(name, webBuild)] as const)

describe.each(held)('the environment %s', (_name, { findings, refusal, acknowledged, used }) => {
  it('breaks no rule of AWS Solutions or HIPAA Security without a reason, be it a warning', () => {
    const broken = findings.map((f) => [f.ruleName, f.violatingConstructs.map((c) => c.constructPath)])
    expect(broken).toEqual([])
    expect(refusal).toBeUndefined()
  })

  it('gives a reason for each rule that it does not keep, by the full id', () => {
    expect(acknowledged.length).toBeGreaterThan(10)
    for (const { id, reason } of acknowledged) {
      expect(id).toMatch(/^(AwsSolutions::AwsSolutions|HIPAA\.Security::HIPAA\.Security)-\w/)
      expect(reason.length).toBeGreaterThanOrEqual(20)
    }
  })

  it('gives no reason for what nothing finds', () => {
    const isUsed = new Set(used.map(({ id, at }) => `${at} ${id}`))
    expect(acknowledged.map(({ id, at }) => `${at} ${id}`).filter((made) => !isUsed.has(made))).toEqual([])
  })
})
