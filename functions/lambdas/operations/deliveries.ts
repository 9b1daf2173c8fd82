import { changeDeliveries } from '../../deliveries/change-deliveries.ts'
import { changeStatus } from '../../deliveries/change-status.ts'
import { createDelivery } from '../../deliveries/create-delivery.ts'
import { deleteDelivery } from '../../deliveries/delete-delivery.ts'
import { listDeliveries } from '../../deliveries/list-deliveries.ts'
import { listPharmacists } from '../../deliveries/list-pharmacists.ts'
import { listStopQuestions } from '../../deliveries/list-stop-questions.ts'
import { mergePatient } from '../../deliveries/merge-patient.ts'
import { listLanguages, listTimeRanges } from '../../deliveries/options.ts'
import { readDay } from '../../deliveries/read-day.ts'
import { readDelivery, readStatusHistory } from '../../deliveries/read-delivery.ts'
import { readPrintData } from '../../deliveries/read-print-data.ts'
import { readPriorDeliveries } from '../../deliveries/read-prior-deliveries.ts'
import { reportUnsent, settleUnsent } from '../../deliveries/refused-actions.ts'
import { returnPackage } from '../../deliveries/return-package.ts'
import { returnToStock } from '../../deliveries/return-to-stock.ts'
import { updateDelivery } from '../../deliveries/update-delivery.ts'
import { exportDeliveries } from '../../exports/export-deliveries.ts'
import { exportList } from '../../exports/export-list.ts'
import { exportRecord } from '../../exports/export-record.ts'
import { beginImport } from '../../imports/begin-import.ts'
import { keepColumnChoice, listColumnChoices } from '../../imports/columns.ts'
import { importDeliveries } from '../../imports/import-deliveries.ts'
import { importPatients } from '../../imports/import-patients.ts'
import { createPatient } from '../../patients/create-patient.ts'
import { deletePatient } from '../../patients/delete-patient.ts'
import { readPatient } from '../../patients/read-patient.ts'
import { searchPatients } from '../../patients/search-patients.ts'
import { updatePatient } from '../../patients/update-patient.ts'
import { acceptUnsent, discardUnsent } from '../../proof/accept-unsent.ts'
import { listCallBacks, recordCallBack } from '../../proof/call-backs.ts'
import { checkSlip } from '../../proof/check-slip.ts'
import { completeDelivery } from '../../proof/complete-delivery.ts'
import { correctDelivery } from '../../proof/correct-delivery.ts'
import { declareMistake } from '../../proof/declare-mistake.ts'
import { listSealKeys } from '../../proof/list-seal-keys.ts'
import { planAgain } from '../../proof/plan-again.ts'
import { readAuditRecords } from '../../proof/read-audit-records.ts'
import { readProof } from '../../proof/read-proof.ts'
import { recordAttempt } from '../../proof/record-attempt.ts'
import { requestPhotoUpload } from '../../proof/request-photo-upload.ts'
import { answerDayRequest } from '../../recipients/answer-day-request.ts'
import { copyRecipientLink } from '../../recipients/copy-recipient-link.ts'
import { readPatientUpdates } from '../../recipients/read-patient-updates.ts'
import { readUpdates } from '../../recipients/read-updates.ts'
import { closeRun } from '../../runs/close-run.ts'
import { confirmRun } from '../../runs/confirm-run.ts'
import { listRuns } from '../../runs/list-runs.ts'
import { loadPackage } from '../../runs/load-package.ts'
import { readRun } from '../../runs/read-run.ts'
import { reopenRun } from '../../runs/reopen-run.ts'
import { setRunOrder } from '../../runs/set-run-order.ts'
import { startRun } from '../../runs/start-run.ts'
import { unloadPackage } from '../../runs/unload-package.ts'
import { findPrescription } from '../../search/find-prescription.ts'
import { search } from '../../search/search.ts'

export const deliveryOperations = {
  beginImport,
  listColumnChoices,
  keepColumnChoice,
  importDeliveries,
  importPatients,
  answerDayRequest,
  copyRecipientLink,
  readUpdates,
  readPatientUpdates,
  listDeliveries,
  createDelivery,
  readDelivery,
  updateDelivery,
  deleteDelivery,
  changeStatus,
  completeDelivery,
  readStatusHistory,
  readPrintData,
  requestPhotoUpload,
  readPriorDeliveries,
  readProof,
  correctDelivery,
  declareMistake,
  planAgain,
  listCallBacks,
  recordCallBack,
  readAuditRecords,
  listSealKeys,
  listPharmacists,
  listTimeRanges,
  listLanguages,
  searchPatients,
  createPatient,
  readPatient,
  updatePatient,
  deletePatient,
  mergePatient,
  checkSlip,
  recordAttempt,
  returnPackage,
  returnToStock,
  reportUnsent,
  acceptUnsent,
  discardUnsent,
  settleUnsent,
  listRuns,
  readRun,
  setRunOrder,
  loadPackage,
  unloadPackage,
  startRun,
  closeRun,
  confirmRun,
  reopenRun,
  search,
  readDay,
  listStopQuestions,
  changeDeliveries,
  findPrescription,
  exportList,
  exportRecord,
  exportDeliveries,
}
