import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { describe, expect, vi } from 'vitest'
import type { StoredEvent } from '#functions/data/entities/event.ts'
import { runInTenant } from '#functions/data/scope.ts'
import { keysOf, unscopedKeys } from '#functions/data/table-keys.ts'
import { put, update } from '#functions/data/writes.ts'
import type { PictureLimits } from '#functions/exports/add-pictures.ts'
import { continueExport, giveUpExport } from '#functions/exports/continue-export.ts'
import { startDueExports } from '#functions/exports/start-due-exports.ts'
import { listActivity } from '#shared/api/activity.ts'
import { readDelivery, updateDelivery } from '#shared/api/deliveries.ts'
import * as organisationExports from '#shared/api/organisation-exports.ts'
import { readPatient } from '#shared/api/patients.ts'
import { readProof } from '#shared/api/proofs.ts'
import { readSettings } from '#shared/api/settings.ts'
import * as users from '#shared/api/users.ts'
import { archivedDelivery, archivedPicture, missingPicture } from '#shared/model/archive.ts'
import { aDelivery, aPatient, complete, completionData } from '#tests/support/builders.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { mailsOf } from '#tests/support/mailbox.ts'
import { pictures } from '#tests/support/pictures.ts'
import { app, test } from '#tests/support/product-test.ts'
import { readZip } from '#tests/support/read-zip.ts'
import type { Organisation, Person } from '#tests/support/test-app.ts'

const begin = (as: Person) => app.call(organisationExports.startExport, { as })
const list = async (as: Person) => (await app.call(organisationExports.listExports, { as })).body
const link = (as: Person, id: string) => app.call(organisationExports.createExportLink, { as, params: { id } })

const stepOf = ({ tenant }: Organisation, id: string) => ({ tenant_id: tenant.id, export_id: id })
const goOn = (at: Organisation, id: string, hasTime?: () => boolean, limits?: PictureLimits) =>
  runInTenant(at.tenant.id, () => continueExport(stepOf(at, id), app.services, hasTime, limits))

/** Creates a pharmacy with one delivery that was completed and one that is assigned. */
async function aPharmacy() {
  const at = await app.createPharmacy()
  const delivered = await aDelivery(app, at, { status: 'in_progress' })
  await complete(app, at.driver, delivered.id, { data: completionData, photo: pictures['image/jpeg'] })
  const open = await aDelivery(app, at, { status: 'assigned' })
  passSeconds(app, 1)
  return { ...at, delivered: delivered.id, open: open.id }
}

/** Downloads an archive. Returns the lines of each of its files, joined if the file is in several pieces. */
async function download(as: Person, id: string): Promise<Record<string, Record<string, unknown>[]>> {
  const { body } = await link(as, id)
  const answer = await fetch(body.url)
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="carelane-\d{4}-\d\d-\d\d\.zip"$/)
  const lines: Record<string, Record<string, unknown>[]> = {}
  for (const [name, packed] of readZip(Buffer.from(await answer.arrayBuffer()))) {
    const [file = ''] = name.split('-')
    const text = inflateRawSync(packed).toString().trimEnd()
    lines[file] = [...(lines[file] ?? []), ...text.split('\n').map((line) => JSON.parse(line))]
  }
  return lines
}

/** Downloads an export's ZIP files of pictures. Returns the hash of each picture, by the names of its ZIP file and itself. */
async function downloadPictures(as: Person, id: string): Promise<Map<string, string>> {
  const { parts } = (await link(as, id)).body
  const hashes = new Map<string, string>()
  for (const { name, bytes, url } of parts) {
    const zip = Buffer.from(await (await fetch(url)).arrayBuffer())
    expect([name, zip.length]).toEqual([expect.stringMatching(/^carelane-\d{4}-\d\d-\d\d-pictures-\d+\.zip$/), bytes])
    for (const [file, packed] of readZip(zip)) {
      const hash = createHash('sha256').update(inflateRawSync(packed)).digest('hex')
      hashes.set(`${name}/${file}`, hash)
    }
  }
  return hashes
}

const hashesIn = (lines: { pictures?: Record<string, unknown>[] }) =>
  new Map((lines.pictures ?? []).map(({ part, file, sha256 }) => [`${part}/${file}`, sha256]))

async function make(at: Organisation, limits?: PictureLimits): Promise<string> {
  const { id } = (await begin(at.admin)).body
  expect(await goOn(at, id, undefined, limits)).toBe(true)
  return id
}

describe('an export of all data', () => {
  test('goes on without seals when the day’s new seals are used up, and has those that exist', async () => {
    const at = await aPharmacy()
    const other = await aDelivery(app, at, { status: 'delivered' })
    const { body: viewed } = await app.call(readProof, { as: at.admin, params: { id: at.delivered } })
    await app.table.write(update(keysOf(at.tenant.id).tenant, { set: { limits: { seals: 0 } } }))
    const { deliveries = [] } = await download(at.admin, await make(at))
    const proofs = new Map(deliveries.map(({ id, proof }) => [id, proof]))
    expect(proofs.get(at.delivered)).toMatchObject({ seal: viewed.seal })
    expect(proofs.get(other.id)).toMatchObject({ chain_ok: true, seal: null })
  })

  test('contains what the screens’ calls return, in the formats of the contract', async () => {
    const at = await aPharmacy()
    const as = at.admin
    const id = await make(at)
    const lines = await download(as, id)
    expect(lines.organisation).toEqual([(await app.call(readSettings, { as })).body])
    expect(lines.people).toEqual((await app.call(users.listUsers, { as })).body)
    expect(lines.roles?.toSorted(byId)).toEqual((await app.call(users.listRoles, { as })).body.toSorted(byId))
    for (const patient of lines.patients ?? [])
      expect(patient).toEqual((await app.call(readPatient, { as, params: { id: String(patient.id) } })).body)
    expect(lines.patients).toHaveLength(2)
    expect(lines.deliveries?.map((line) => line.id).toSorted()).toEqual([at.delivered, at.open].toSorted())
    for (const line of lines.deliveries ?? []) {
      expect(archivedDelivery().parse(line)).toEqual(line)
      const { body } = await app.call(readDelivery, { as, params: { id: String(line.id) } })
      const { patient_signature, delivery_photo_url, delivery_photo, ...facts } = body
      const { history, proof, ...fields } = line
      expect(fields).toEqual(facts)
    }
    const delivered = lines.deliveries?.find((line) => line.id === at.delivered)
    const { body: proof } = await app.call(readProof, { as, params: { id: at.delivered } })
    const { patient_signature, signature_strokes, delivery_photo_url, seal, ...facts } = proof
    expect(delivered?.proof).toMatchObject({ ...facts, seal: { key_id: seal.key_id } })
    expect(lines.deliveries?.find((line) => line.id === at.open)?.proof).toBeNull()
    for (const picture of lines.pictures ?? []) expect(archivedPicture().parse(picture)).toEqual(picture)
    expect(lines.pictures).toMatchObject([
      { delivery_id: at.delivered, unsent_id: null, kind: 'signature', sha256: proof.signature_sha256 },
      { delivery_id: at.delivered, unsent_id: null, kind: 'photo', sha256: proof.photo_sha256 },
    ])
    expect(lines).not.toHaveProperty('missing')
    const [newest] = await list(as)
    expect(newest.rows).toBe(Object.values(lines).flat().length)
    expect(lines.events).toContainEqual(
      expect.objectContaining({ action: 'organisation.exported', actor: expect.objectContaining({ id: as.user.id }) }),
    )
  })

  test('is logged from its start to each download', async () => {
    const at = await app.createPharmacy()
    const id = await make(at)
    passSeconds(app, 1)
    await link(at.admin, id)
    const { body } = await app.call(listActivity, { as: at.admin, query: { subject_id: id } })
    expect(body.map(({ action }: { action: string }) => action)).toEqual([
      'organisation.export_downloaded',
      'organisation.exported',
    ])
  })

  test('notifies the user who asked, without a link, unless they were deactivated meanwhile', async () => {
    const at = await app.createPharmacy()
    const second = await app.join(at.tenant, { is_tenant_admin: true, email: 'second@export.example' })
    const { id } = (await begin(second)).body
    await goOn(at, id)
    await app.sendMails()
    const [mail, ...more] = await mailsOf(app, 'second@export.example')
    expect(more).toEqual([])
    expect(mail?.body.text).not.toContain('http')
    app.clock.now = new Date(app.clock.now.getTime() + 1000)
    const third = await app.join(at.tenant, { is_tenant_admin: true, email: 'third@export.example' })
    const { id: other } = (await begin(third)).body
    const body = { is_active: false }
    await app.call(users.updateUser, { as: at.admin, params: { id: third.user.id }, body })
    await goOn(at, other)
    await app.sendMails()
    expect(await mailsOf(app, 'third@export.example')).toEqual([])
    expect((await link(third, other)).status).toBe(401)
    expect((await link(at.admin, other)).status).toBe(200)
  })

  test('contains a delivery that moves to another list while the lists are read', async () => {
    const at = await aPharmacy()
    const { id } = (await begin(at.admin)).body
    const { table } = app.services
    const query = table.query.bind(table)
    let hasMoved = false
    const moving = vi.spyOn(table, 'query').mockImplementation(async (partition, options) => {
      // The delivery moves to a list that was already read, out of one that was not read yet.
      if (!hasMoved && partition.pk.endsWith('#S#assigned')) {
        hasMoved = true
        const body = { pharmacist_id: null }
        const params = { id: at.open }
        expect((await app.call(updateDelivery, { as: at.admin, params, body })).status).toBe(200)
      }
      return query(partition, options)
    })
    await goOn(at, id)
    moving.mockRestore()
    const { deliveries } = await download(at.admin, id)
    expect(deliveries?.map((line) => [line.id, line.status])).toEqual([
      [at.delivered, 'delivered'],
      [at.open, 'unassigned'],
    ])
  })
})

describe('the pictures of an export', () => {
  test('are exactly those that its list names, with their checksums, and none from another organization', async () => {
    const [at, other] = [await aPharmacy(), await aPharmacy()]
    const id = await make(at)
    const lines = await download(at.admin, id)
    const found = await downloadPictures(at.admin, id)
    expect(found).toEqual(hashesIn(lines))
    expect(found.size).toBe(2)
    expect((await list(at.admin))[0].parts).toMatchObject([{ name: expect.stringContaining('-pictures-1.zip') }])
    for (const name of found.keys()) expect(name).not.toContain(other.delivered)
  })

  test('are split into several ZIP files, each of which can be read alone', { tags: ['proof'] }, async () => {
    const at = await aPharmacy()
    for (let i = 0; i < 8; i++) {
      const { id } = await aDelivery(app, at, { status: 'in_progress' })
      await complete(app, at.driver, id, { data: completionData })
    }
    const id = await make(at, { bytes: 1_000_000_000, files: 5 })
    const found = await downloadPictures(at.admin, id)
    expect(new Set([...found.keys()].map((name) => name.split('/')[0])).size).toBeGreaterThan(1)
    expect(found).toEqual(hashesIn(await download(at.admin, id)))
    expect(new Set([...found.keys()].map((name) => name.split('/')[2])).size).toBe(9)
    passSeconds(app, 1)

    // Pictures of a megabyte make one ZIP file of two uploaded parts.
    const { media } = app.services
    const large = randomBytes(1_000_000)
    Object.assign(app.services, { media: { ...media, read: async () => large } })
    const second = await make(at)
    Object.assign(app.services, { media })
    const names = [...hashesIn(await download(at.admin, second)).keys()]
    expect([...(await downloadPictures(at.admin, second)).keys()]).toEqual(names)
    expect(new Set(names.map((name) => name.split('/')[0])).size).toBe(1)
    expect(new Set(names.map((name) => name.split('/')[1])).size).toBe(2)
  })

  test('are read four at a time, so that large ones fit into memory', async () => {
    const at = await aPharmacy()
    for (let i = 0; i < 3; i++) {
      const { id } = await aDelivery(app, at, { status: 'in_progress' })
      await complete(app, at.driver, id, { data: completionData, photo: pictures['image/jpeg'] })
    }
    const { media } = app.services
    let [reading, most] = [0, 0]
    const read: typeof media.read = async (key, bytes) => {
      reading += 1
      most = Math.max(most, reading)
      return media.read(key, bytes).finally(() => {
        reading -= 1
      })
    }
    Object.assign(app.services, { media: { ...media, read } })
    const id = await make(at)
    Object.assign(app.services, { media })
    expect(most).toBe(4)
    expect((await downloadPictures(at.admin, id)).size).toBe(8)
  })

  test('that are missing are listed, and the export still becomes ready', async () => {
    const at = await aPharmacy()
    const { media } = app.services
    const read: typeof media.read = async (key, most) => (key.includes('/photo-') ? undefined : media.read(key, most))
    Object.assign(app.services, { media: { ...media, read } })
    const id = await make(at)
    Object.assign(app.services, { media })
    const lines = await download(at.admin, id)
    expect(lines.pictures).toMatchObject([{ kind: 'signature' }])
    expect(lines.missing).toMatchObject([{ delivery_id: at.delivered, kind: 'photo' }])
    for (const line of lines.missing ?? []) expect(missingPicture().parse(line)).toEqual(line)
    expect(await downloadPictures(at.admin, id)).toEqual(hashesIn(lines))
  })

  test('need no further ZIP file if there are none', async () => {
    const at = await app.createPharmacy()
    expect((await link(at.admin, await make(at))).body.parts).toEqual([])
  })
})

const byId = (one: { id?: unknown }, other: { id?: unknown }) => String(one.id).localeCompare(String(other.id))

describe('the exports of an organization', () => {
  test('run one at a time: the next can start when the first is ready or has failed', async () => {
    const at = await app.createPharmacy()
    const answers = await Promise.all([begin(at.admin), begin(at.admin)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({ detail: 'An export is already in progress' })
    const first = answers.find(({ status }) => status === 202)?.body.id
    expect(await list(at.admin)).toMatchObject([{ id: first, state: 'waiting', rows: 0, ends_at: null }])
    await goOn(at, first)
    passSeconds(app, 1)
    const second = (await begin(at.admin)).body.id
    await runInTenant(at.tenant.id, () => giveUpExport(stepOf(at, second), app.services))
    passSeconds(app, 1)
    const third = await begin(at.admin)
    expect(third.status).toBe(202)
    expect((await list(at.admin)).map(({ state }: { state: string }) => state)).toEqual(['waiting', 'failed', 'ready'])
    expect(await link(at.admin, second)).toMatchObject({ status: 409, body: { detail: 'This export is not ready' } })
  })

  test('do not block another organization’s', async () => {
    const [one, other] = [await app.createPharmacy(), await app.createPharmacy()]
    expect([(await begin(one.admin)).status, (await begin(other.admin)).status]).toEqual([202, 202])
  })

  test('fail if not finished within a day, and then no longer block a new one', async () => {
    const at = await app.createPharmacy()
    const { id } = (await begin(at.admin)).body
    passSeconds(app, seconds.day)
    const admin = await app.signIn(at.admin.user)
    expect(await list(admin)).toMatchObject([{ id, state: 'failed' }])
    expect((await begin(admin)).status).toBe(202)
    await expect(goOn(at, id)).rejects.toThrow('The export takes too long')
  })
})

describe('an archive is stored', () => {
  test('for a day; afterward it is listed as expired and its download is rejected', async () => {
    const at = await app.createPharmacy()
    const id = await make(at)
    const [ready] = await list(at.admin)
    expect(Date.parse(ready.ends_at) - app.clock.now.getTime()).toBe(86_400_000)
    passSeconds(app, seconds.day - 1)
    const admin = await app.signIn(at.admin.user)
    expect((await link(admin, id)).status).toBe(200)
    passSeconds(app, 1)
    expect(await list(admin)).toMatchObject([{ id, state: 'expired' }])
    expect(await link(admin, id)).toMatchObject({ status: 409, body: { detail: 'This export has expired' } })
  })
})

test('starting exports and requesting links are each limited to 30 a minute per user', {
  tags: ['proof'],
}, async () => {
  const at = await app.createPharmacy()
  const id = await make(at)
  const statuses = async (call: () => Promise<{ status: number }>) =>
    (await Promise.all(Array.from({ length: 30 }, call))).map(({ status }) => status)
  expect(new Set(await statuses(() => link(at.admin, id)))).toEqual(new Set([200]))
  expect((await link(at.admin, id)).status).toBe(429)
  expect((await statuses(() => begin(at.admin))).filter((status) => status === 429)).toHaveLength(1)
})

test('another organization’s export is not found', async () => {
  const at = await app.createPharmacy()
  const id = await make(at)
  const other = await app.createPharmacy()
  expect(await link(other.admin, id)).toMatchObject({ status: 404, body: { detail: 'Export not found' } })
  expect(await list(other.admin)).toEqual([])
  await expect(runInTenant(other.tenant.id, () => continueExport(stepOf(at, id), app.services))).rejects.toThrow(
    'leaves the tenant',
  )
})

describe('the worker', () => {
  test('starts each export, retries if starting fails, and then removes the task', async () => {
    const at = await app.createPharmacy()
    const { id } = (await begin(at.admin)).body
    const started: string[] = []
    let isDown = true
    const exportMachine = {
      start: async ({ export_id }: { export_id: string }) => {
        if (isDown) throw new Error('down')
        started.push(export_id)
      },
    }
    const starts = async () => {
      started.length = 0
      await startDueExports({ ...app.services, exportMachine })
      return started.filter((one) => one === id).length
    }
    expect(await starts()).toBe(0)
    isDown = false
    expect([await starts(), await starts()]).toEqual([1, 1])
    await goOn(at, id)
    expect([await starts(), await app.table.get(unscopedKeys.exportTask(id))]).toEqual([0, undefined])
  })
})

/** Writes events that hardly shrink when they are compressed. They fill more than two parts of an archive. */
async function manyEvents({ tenant, admin }: Organisation) {
  const keys = keysOf(tenant.id)
  const actor = { id: admin.user.id, name: admin.user.full_name, email: admin.user.email }
  for (let i = 0; i < 64; i++) {
    const event: StoredEvent = {
      id: randomUUID(),
      at: app.clock.now.toISOString(),
      actor,
      action: 'delivery.listed',
      patient_id: null,
      subject: { type: 'delivery', id: null, label: '' },
      place: null,
      request_id: '',
      query: { q: randomBytes(180_000).toString('base64') },
    }
    await app.table.write(put(keys.event(`-${admin.user.id}`, event.at, event.id), event))
  }
  passSeconds(app, 1)
}

describe('an archive of several parts', () => {
  test('is complete even if each step was killed after uploading its part', {
    tags: ['proof'],
  }, async () => {
    const at = await aPharmacy()
    await manyEvents(at)
    const { id } = (await begin(at.admin)).body
    const { archives } = app.services
    const uploaded: string[] = []
    const putPart: typeof archives.putPart = async (upload, number, bytes) => {
      const etag = await archives.putPart(upload, number, bytes)
      const part = `${upload.id} ${number}`
      uploaded.push(part)
      if (uploaded.filter((one) => one === part).length === 1) throw new Error('killed')
      return etag
    }
    Object.assign(app.services, { archives: { ...archives, putPart } })
    let kills = 0
    for (let isDone = false; !isDone; )
      try {
        isDone = await goOn(at, id)
      } catch (error) {
        expect(error).toMatchObject({ message: 'killed' })
        kills++
      }
    Object.assign(app.services, { archives })
    expect(uploaded.length).toBe(2 * kills)
    expect(new Set(uploaded).size).toBeGreaterThan(3)
    expect((await downloadPictures(at.admin, id)).size).toBe(2)
    const lines = await download(at.admin, id)
    expect(lines.deliveries).toHaveLength(2)
    const listed = lines.events?.filter(({ action }) => action === 'delivery.listed') ?? []
    expect(new Set(listed.map((event) => event.id)).size).toBe(64)
    expect(listed).toHaveLength(64)
  })

  test('continues after its last part when a step runs out of time', { tags: ['proof'] }, async () => {
    const at = await aPharmacy()
    await manyEvents(at)
    const { id } = (await begin(at.admin)).body
    const { archives } = app.services
    let parts = 0
    const putPart: typeof archives.putPart = (...given) => {
      parts++
      return archives.putPart(...given)
    }
    Object.assign(app.services, { archives: { ...archives, putPart } })
    expect(await goOn(at, id, () => parts === 0)).toBe(false)
    expect(await list(at.admin)).toMatchObject([{ state: 'running' }])
    const [running] = await list(at.admin)
    expect(running.rows).toBeGreaterThan(0)
    expect(await goOn(at, id)).toBe(true)
    Object.assign(app.services, { archives })
    const lines = await download(at.admin, id)
    expect(lines.events?.filter(({ action }) => action === 'delivery.listed')).toHaveLength(64)
  })
})

describe('an export killed at any of its calls', () => {
  /**
   * Runs a function in which only this many calls to AWS succeed. Each further call throws, as if the process were killed. Returns
   * whether a call threw.
   */
  async function killedAfter(calls: number, run: () => Promise<unknown>): Promise<boolean> {
    let left = calls
    const cut = <T extends object>(target: T): T =>
      new Proxy(target, {
        get(object, name, receiver) {
          const member = Reflect.get(object, name, receiver)
          if (typeof member !== 'function') return member
          return (...given: unknown[]) => {
            if (left-- <= 0) throw new Error('killed')
            return Reflect.apply(member, object, given)
          }
        },
      })
    const { table, archives, media } = app.services
    Object.assign(app.services, { table: cut(table), archives: cut(archives), media: cut(media) })
    try {
      await run()
      return false
    } catch (error) {
      if (!(error instanceof Error && error.message === 'killed')) throw error
      return true
    } finally {
      Object.assign(app.services, { table, archives, media })
    }
  }

  test('continues to a complete archive without gaps or duplicates', async () => {
    const at = await aPharmacy()
    await aPatient(app, at.admin)
    const whole = await download(at.admin, await make(at))
    passSeconds(app, 1)
    const { id } = (await begin(at.admin)).body
    let kills = 0
    while (await killedAfter(kills, () => goOn(at, id))) kills++
    expect(kills).toBeGreaterThan(20)
    const lines = await download(at.admin, id)
    const withoutEvents = ({ events: _, ...others }: typeof lines) => others
    expect(Object.keys(lines).toSorted()).toEqual(Object.keys(whole).toSorted())
    for (const [file, values] of Object.entries(withoutEvents(lines)))
      expect([file, values.length]).toEqual([file, whole[file]?.length])
    expect(await downloadPictures(at.admin, id)).toEqual(hashesIn(lines))
    expect(await list(at.admin)).toMatchObject([{ id, state: 'ready' }, { state: 'ready' }])
    expect((await begin(at.admin)).status).toBe(202)
    expect(await app.table.get(keysOf(at.tenant.id).organisationExport(id))).not.toHaveProperty('parts')
  })

  test('only marks the archive as ready if it was already created', async () => {
    const at = await aPharmacy()
    const { id } = (await begin(at.admin)).body
    const { archives } = app.services
    const complete: typeof archives.complete = async (...given) => {
      await archives.complete(...given)
      throw new Error('killed')
    }
    Object.assign(app.services, { archives: { ...archives, complete } })
    await expect(goOn(at, id)).rejects.toThrow('killed')
    Object.assign(app.services, { archives })
    expect(await goOn(at, id)).toBe(true)
    expect((await download(at.admin, id)).deliveries).toHaveLength(2)
  })
})
