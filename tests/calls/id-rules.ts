/** An id in a query or a body: the kind of thing that it identifies, and how an id of another organisation is refused. */
export interface IdRule {
  of: 'Subject' | 'Delivery' | 'Patient' | 'User' | 'Role' | 'Tenant' | 'SignUp' | 'Upload' | 'Cursor'
  /**
   * The status and text, as in `422 This patient does not exist`. Undefined if the request is carried out in spite of the id; a
   * filter by the id then finds nothing.
   */
  refusal?: string
  /**
   * Returns the expected body of the response to an id of another organisation, if the rest of the request is carried out in spite
   * of it.
   */
  answered?: (id: string) => unknown
  /** The field holds a list of ids. */
  isList?: true
}

export const noPatientRefusal = '422 This patient does not exist'
export const noPharmacistRefusal = '422 Deliveries can’t be assigned to this person'
export const noRoleRefusal = '422 This role does not exist'

/** The rule of a filter by the id of a thing of any kind. */
export const anySubjectRule: IdRule = { of: 'Subject' }
export const patientIdRule: IdRule = { of: 'Patient', refusal: noPatientRefusal }
export const pharmacistIdRule: IdRule = { of: 'User', refusal: noPharmacistRefusal }
export const roleIdsRule: IdRule = { of: 'Role', refusal: noRoleRefusal, isList: true }
export const uploadKeyRule: IdRule = {
  of: 'Upload',
  refusal: '422 The uploaded photo was not found. Please add it again.',
}
export const pageCursorRule: IdRule = { of: 'Cursor', refusal: '422 Invalid cursor' }
