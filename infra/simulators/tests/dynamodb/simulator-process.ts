/**
 * Runs the simulator as a process that can be killed: `node simulator-process.ts <data folder>` sends its endpoint to the parent
 * process.
 */
import { startDynamodb } from '../../dynamodb/start-dynamodb.ts'

const { endpoint } = await startDynamodb({ dataDir: process.argv[2] ?? '' })
process.send?.(endpoint)
