import { migrationProgressKeys } from '#functions/data/entities/migration-progress.ts'
import type { Item, ItemKind, PrimaryKey } from '#functions/data/key.ts'
import { keysOf, unscopedKeys } from '#functions/data/table-keys.ts'

const id = '00000000-0000-4000-8000-000000000000'
const keys = keysOf(id)

/** One key of every entity. Add each new key of `table-keys.ts` here, because its items would otherwise have no known kind. */
const examples = [
  keys.tenant,
  keys.signUp,
  keys.role(id),
  keys.roleName('name'),
  keys.user(id),
  keys.deviceKey(id, id),
  keys.dayUsage('2026-11-22'),
  keys.storedSeal(id),
  keys.address('a@b.example'),
  keys.delivery(id),
  keys.historyItem(id, 0),
  keys.run('2026-11-22', id),
  keys.rxEntry('123456', id),
  keys.ownNameEntry(id, 'name', { id, status: 'assigned', delivery_date: '', time_range: '' }),
  keys.ownRxEntry(id, '123456', id),
  keys.deliveredEntry({ delivery_id: id, day: '2026-01-01', completed_at: '' }),
  keys.callBackEntry({ delivery_id: id, due_at: '' }),
  keys.unsentEntry(id),
  keys.waitingHandover({ date: '2026-11-22', user_id: id }),
  keys.event(id, '', id),
  keys.patient(id),
  keys.searchEntry('word', id),
  keys.nameEntry('name', id),
  keys.externalId('patient', 'name'),
  keys.importedPatient({ name: 'name', phone: '1', zip_code: '1' }),
  keys.importedDelivery({ patient_id: id, delivery_date: '', time_range: '' }),
  keys.importColumns({ kind: 'patients', heads: [] }),
  keys.idempotency(id, id),
  keys.apiKey(id),
  keys.organisationExport(id),
  keys.exportUnderWay,
  unscopedKeys.email('a@b.example'),
  unscopedKeys.account(id),
  unscopedKeys.membership(id, id),
  unscopedKeys.session(id, id),
  unscopedKeys.sessionEnd(id, id),
  unscopedKeys.credentials(id),
  unscopedKeys.waiting('a@b.example', { created_at: '', user_id: id }),
  unscopedKeys.google('sub'),
  unscopedKeys.usedToken('token'),
  unscopedKeys.organisationEntry(id),
  unscopedKeys.mail({ id, due_at: '', kind: 'reset' }),
  unscopedKeys.parkedMail(id),
  unscopedKeys.exportTask(id),
  unscopedKeys.unassignTask({ id, due_at: '' }),
  unscopedKeys.undeliverableAddress('a@b.example'),
  unscopedKeys.door('hash'),
  unscopedKeys.attempts('what', 'subject'),
  unscopedKeys.apiKeyHolder('ck_key'),
  migrationProgressKeys.migration('name', 0),
]

/** Returns the parts of a key that identify the entity, without ids, numbers, names and times. */
const patternOf = ({ pk, sk }: PrimaryKey) =>
  [
    pk
      .replace(/^(T#)[\w-]{36}/, '$1*')
      .replace(/#(D|PT)#[\w-]{36}$/, '#$1#*')
      .replace(/#RUNS#.*$/, '#RUNS#*')
      .replace(/#(PS|RX|DONE|EVENTS|XD|IP|ID|DEVICES|USAGE|SEALS)#.*$/s, '#$1#*')
      .replace(/#OWN#[\w-]{36}#/, '#OWN#*#')
      .replace(/#IDEMPOTENCY#.*$/, '#IDEMPOTENCY#*')
      .replace(/^(ACCOUNT|APIKEY|CREDENTIALS|EMAIL|DOOR|GOOGLE|LIMIT|MIGRATION|USED|WAITING)#.*$/s, '$1#*')
      .replace(/^MAIL#[\da-h]$/, 'MAIL#n'),
    /^(TENANT|SIGNUP|SEAL|DELIVERY|DOOR|PATIENT|ANSWER|EMAIL|ACCOUNT|APIKEY|CREDENTIALS|GOOGLE|USED|ATTEMPTS|UNDERWAY)$/.test(
      sk,
    )
      ? sk
      : (/^(ROLE|H|SEGMENT|MEMBER|SESSION|EXPORT)#/.exec(sk)?.[0] ?? '*'),
  ].join(' ')

// biome-ignore lint/suspicious/noExplicitAny: this list contains the kinds of all entities
const kinds = new Map<string, ItemKind<any>>(examples.map((key) => [patternOf(key), key.kind]))

/** The names of all kinds. */
export const kindNames: readonly string[] = [...new Set(Array.from(kinds.values(), ({ name }) => name))]

/** Returns the kind of the item with this key. Throws if no entity has such a key. */
export function kindAt(place: PrimaryKey): ItemKind<Item> {
  const kind = kinds.get(patternOf(place))
  if (!kind) throw new Error(`No entity lies at ${place.pk} ${place.sk}: tests/frozen/kind-of-place.ts knows them all`)
  return kind
}
