import { hostBuild } from 'shared/federation/build.ts'
import { EAGER_DOORS } from './src/remotes/eager-doors.ts'

export default hostBuild(import.meta.dirname, EAGER_DOORS)
