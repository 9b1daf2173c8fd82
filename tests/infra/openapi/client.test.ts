import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createPatient } from '#shared/api/patients.ts'
import { patientBody, pngBytes, signature } from '#tests/support/builders.ts'
import { document } from '#tests/support/document.ts'
import { comeAboard, password, signUp } from '#tests/support/sign-up.ts'
import { openTestApp } from '#tests/support/test-app.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const parts = fileURLToPath(new URL('client', import.meta.url))
const program = 'complete-a-delivery.ts'
const installed = (name: string) => join(root, 'node_modules', name)

/** A folder in which the program finds the packages that it was written for. */
async function programFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'carelane-client-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  return folder
}

test('a client that is made of the document signs in, lists, creates and completes with a photo', async () => {
  const app = await openTestApp()
  onTestFinished(app.close)
  const email = 'olive@example.com'
  await signUp(app, email)
  const { body } = await comeAboard(app, email)
  await app.call(createPatient, { as: body.access_token, body: patientBody })

  const folder = await programFolder()
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document()))
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: join(root, 'tsconfig.json'), include: ['.'] }),
  )
  await copyFile(join(parts, program), join(folder, program))
  const generator = ['--import', join(parts, 'with-typescript-5.mjs'), installed('openapi-typescript/bin/cli.js')]
  // Else a field that has a default would have to be sent.
  const options = ['--output', 'carelane.ts', '--default-non-nullable', 'false']
  await run(process.execPath, [...generator, 'openapi.json', ...options], { cwd: folder })
  await run(process.execPath, [installed('typescript/bin/tsc'), '-p', '.'], { cwd: folder })

  const given = [app.gateway.address, email, password, Buffer.from(pngBytes).toString('base64'), signature]
  const { stdout } = await run(process.execPath, [program, ...given], { cwd: folder })
  expect(JSON.parse(stdout)).toEqual({ status: 'delivered', total_copay: 12.5, hasPhoto: true, isListed: true })
})
