import * as deliveries from '#shared/api/deliveries.ts'
import * as users from '#shared/api/users.ts'
import type { Person } from '#tests/support/test-app.ts'
import type { Writer } from './meet.ts'

/** What is done to somebody may be done with a thing: both writers of a pair then use the same one. */
export type Thing = 'nothing' | 'role' | 'failedDelivery' | 'pendingDelivery' | 'freeDelivery'

export interface Affair {
  he: Person
  /** Its id. */
  thing: string
  /** A body of a new delivery for nobody. */
  newDelivery: object
}

type PeopleWriter = Writer<Affair> & { with: Thing }

const id = ({ he }: Affair) => ({ id: he.user.id })
const thing = (affair: Affair) => ({ id: affair.thing })
/** What a role is called that is renamed, or made anew. */
const wantedName = ({ he }: Affair) => `Renamed of ${he.user.id}`

const put = (body: object): Writer<Affair>['sending'] => {
  return (affair, { admin }) => ({ as: admin, params: id(affair), body })
}
const release: Pick<PeopleWriter, 'entry' | 'sending' | 'refusals'> = {
  entry: deliveries.changeStatus,
  sending: (affair, { admin }) => ({ as: admin, params: thing(affair), body: { status: 'assigned' } }),
  refusals: ['409 Assign a pharmacist first', '409 Cannot change status from assigned to assigned'],
}

const gone = '404 User not found'
const busy = /^409 This user has \d open deliver(y|ies)\. Assign (it|them) to somebody else first\.$/
const notThere = '422 This pharmacist does not exist'
const noRole = '422 This role does not exist'
const nameTaken = '409 A role with this name already exists'

export const peopleWriters: readonly PeopleWriter[] = [
  {
    name: 'deactivation',
    with: 'nothing',
    entry: users.updateUser,
    sending: put({ is_active: false }),
    refusals: [gone, busy],
  },
  {
    name: 'deletion',
    with: 'nothing',
    entry: users.deleteUser,
    sending: (affair, { admin }) => ({ as: admin, params: id(affair) }),
    refusals: [gone, busy],
  },
  {
    name: 'demotion',
    with: 'nothing',
    entry: users.updateUser,
    sending: put({ is_tenant_admin: false }),
    refusals: [gone],
  },
  {
    name: 'a role given',
    with: 'role',
    entry: users.updateUser,
    sending: (affair, { admin }) => ({ as: admin, params: id(affair), body: { roles: [affair.thing] } }),
    refusals: [gone, noRole],
  },
  {
    name: 'a colleague with that role',
    with: 'role',
    entry: users.createUser,
    sending: (affair, { admin }) => {
      const body = { full_name: 'Cleo Colleague', email: `with${affair.he.user.email}`, roles: [affair.thing] }
      return { as: admin, body: { ...body, send_invitation: false } }
    },
    refusals: [noRole, '409 An account with this email already exists'],
  },
  {
    name: 'that role deleted',
    with: 'role',
    entry: users.deleteRole,
    sending: (affair, { admin }) => ({ as: admin, params: thing(affair) }),
    refusals: ['404 Role not found', /^409 \d users? ha(s|ve) this role\. Take it from them first\.$/],
  },
  {
    name: 'that role renamed',
    with: 'role',
    entry: users.updateRole,
    sending: (affair, { admin }) => ({ as: admin, params: thing(affair), body: { name: wantedName(affair) } }),
    refusals: ['404 Role not found', nameTaken],
  },
  {
    name: 'a role of that new name',
    with: 'role',
    entry: users.createRole,
    sending: (affair, { admin }) => ({ as: admin, body: { name: wantedName(affair) } }),
    refusals: [nameTaken],
  },
  {
    name: 'an assignment to him',
    with: 'freeDelivery',
    entry: deliveries.updateDelivery,
    sending: (affair, { admin }) => {
      return { as: admin, params: thing(affair), body: { pharmacist_id: affair.he.user.id } }
    },
    refusals: [notThere],
  },
  {
    name: 'a new delivery for him',
    with: 'nothing',
    entry: deliveries.createDelivery,
    sending: ({ he, newDelivery }, { admin }) => ({ as: admin, body: { ...newDelivery, pharmacist_id: he.user.id } }),
    refusals: [notThere],
  },
  { name: 'his failed delivery tried again', with: 'failedDelivery', ...release },
  { name: 'his pending delivery released', with: 'pendingDelivery', ...release },
  {
    name: 'an invitation to him',
    with: 'nothing',
    entry: users.resendInvitation,
    sending: (affair, { admin }) => ({ as: admin, params: id(affair) }),
    refusals: [gone, '409 This user is inactive'],
  },
]
