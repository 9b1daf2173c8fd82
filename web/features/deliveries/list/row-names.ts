import type { DeliveryRow } from '#shared/model/delivery.ts'

/** What each row's controls call it, by id: the patient's name, and which one where several rows have that name. */
export function rowNames(rows: readonly Pick<DeliveryRow, 'id' | 'patient_name'>[]): ReadonlyMap<string, string> {
  const named = Map.groupBy(rows, ({ patient_name }) => patient_name)
  return new Map(
    [...named.values()].flatMap((alike) =>
      alike.map(({ id, patient_name }, index) => [
        id,
        alike.length === 1 ? patient_name : `${patient_name} (${index + 1} of ${alike.length})`,
      ]),
    ),
  )
}
