/**
 * What each tool promises to answer: every field of a result, by its path (`[]` for the items of a list). The specification and the callers of
 * today hold Drover to these. Written by hand: a field that goes is a promise broken, so a schema that loses one fails until it is taken out
 * here too, with a reason in the history. `test/contract/results.test.ts` compares.
 */
const sampledAction = `
  ok action sample sample.metric sample.scope sample.durationMs sample.mode sample.count sample.series sample.series[].tMs
  sample.series[].value sample.summary sample.summary.count sample.summary.min sample.summary.max sample.summary.first
  sample.summary.last sample.summary.distinctCount sample.summary.firstChangeTMs sample.autoSummarised sample.truncated sample.ok
  warnings tokensEstimate`;

const canvasTransform = `
  transformDiscovered transformDiscovered.scale transformDiscovered.panX transformDiscovered.panY transformDiscovered.originX
  transformDiscovered.originY transformDiscovered.matrix adapterHint transformMeasured transformMeasured.scale transformMeasured.panX
  transformMeasured.panY transformMeasured.originX transformMeasured.originY transformMeasured.matrix probe probe.moved probe.moved.x
  probe.moved.y probe.shifted probe.shifted.x probe.shifted.y probe.undone warnings tokensEstimate`;

const verification = "ok tokensEstimate";

const action = `
  ok action action.type navigation navigation.changed navigation.from navigation.to navigation.kind structure structure.appeared
  structure.appeared[].role structure.appeared[].name structure.appeared[].ref structure.removed structure.removed[].role
  structure.removed[].name structure.newTabs structure.newTabs[].id structure.newTabs[].url
  structure.newTabs[].title console console.errors console.warnings pageErrors element element.ref element.stillAttached
  element.focused element.value element.valueRequested element.displayText element.checked element.ownerControl
  element.ownerControl.label element.ownerControl.displayTextBefore element.ownerControl.displayTextAfter
  element.ownerControl.changed element.container element.container.kind element.container.rowKey element.container.rowText
  element.container.changed element.hit element.hit.before element.hit.before.tag element.hit.before.role element.hit.before.text
  element.hit.before.ancestorText element.hit.after element.hit.after.tag element.hit.after.role element.hit.after.text
  element.hit.after.ancestorText element.hit.focusChanged element.scroll element.scroll.x element.scroll.y
  element.scroll.scrollWidth element.scroll.scrollHeight element.scroll.clientWidth element.scroll.clientHeight element.scroll.atTop
  element.scroll.atBottom elements elements[].ref elements[].stillAttached elements[].focused elements[].value
  elements[].valueRequested elements[].displayText elements[].checked elements[].ownerControl elements[].ownerControl.label
  elements[].ownerControl.displayTextBefore elements[].ownerControl.displayTextAfter elements[].ownerControl.changed
  elements[].container elements[].container.kind elements[].container.rowKey elements[].container.rowText
  elements[].container.changed elements[].hit elements[].hit.before elements[].hit.before.tag elements[].hit.before.role
  elements[].hit.before.text elements[].hit.before.ancestorText elements[].hit.after elements[].hit.after.tag
  elements[].hit.after.role elements[].hit.after.text elements[].hit.after.ancestorText elements[].hit.focusChanged
  elements[].scroll elements[].scroll.x elements[].scroll.y elements[].scroll.scrollWidth elements[].scroll.scrollHeight
  elements[].scroll.clientWidth elements[].scroll.clientHeight elements[].scroll.atTop elements[].scroll.atBottom snapshotDelta
  snapshotDelta.mode snapshotDelta.scope snapshotDelta.tree snapshotDelta.truncated network network.summary network.summary.total
  network.summary.byType network.summary.failed network.requests network.requests[].requestId network.requests[].method
  network.requests[].url network.requests[].status network.requests[].type network.requests[].ms network.requests[].error
  network.mutations network.mutations[].method network.mutations[].urlPattern network.mutations[].status network.mutations[].ok
  network.mutations[].durationMs network.mutations[].responseShape network.wsFrames network.wsFrames[].wsId network.wsFrames[].url
  network.wsFrames[].dir network.wsFrames[].kind network.wsFrames[].opcode network.wsFrames[].event network.wsFrames[].payload
  network.wsFrames[].binary network.wsFrames[].truncated network.wsFrames[].size network.wsFrames[].ts dialogs dialogs[].kind
  dialogs[].message dialogs[].defaultValue dialogs[].handledAs permissionRequests permissionRequests[].permission
  permissionRequests[].origin permissionRequests[].handledAs notifications notifications[].title notifications[].body
  notifications[].icon notifications[].tag notifications[].timestamp notifications[].origin notifications[].handledAs fsPickerRequests fsPickerRequests[].api
  fsPickerRequests[].suggestedName fsPickerRequests[].handledAs downloads downloads[].id downloads[].suggestedFilename
  downloads[].rawSuggestedFilename downloads[].mimeType downloads[].sizeBytes downloads[].path warnings error tokensEstimate`;

const emulation = `
  ok session applied state state.locale state.timezoneId state.geolocation state.geolocation.latitude state.geolocation.longitude
  state.geolocation.accuracy state.colorScheme state.reducedMotion state.userAgent state.permissions note warnings tokensEstimate`;

const deviceCatalog = `
  ok session api catalog catalog.devices catalog.devices[].id catalog.devices[].name catalog.devices[].vendorId catalog.devices[].productId
  catalog.devices[].manufacturerName catalog.devices[].serialNumber catalog.devices[].deviceClass catalog.devices[].deviceSubclass
  catalog.devices[].deviceProtocol catalog.devices[].services catalog.devices[].collections warnings tokensEstimate`;

const diagnosticRecord = `
  records records[].kind records[].ts records[].tool records[].sessionId records[].argsRedacted records[].resultMeta records[].resultMeta.ok
  records[].resultMeta.sizeBytes records[].resultMeta.warningsCount records[].resultMeta.failureKind records[].durationMs
  records[].capabilityDenials records[].evalJs records[].evalJs.exprSha records[].evalJs.exprHead records[].evalJs.returnType
  records[].evalJs.returnSizeBytes records[].evalJs.taxonomy records[].insight records[].category records[].severity records[].ref`;

export const resultFields: Record<string, string> = {
  start_recording: "ok session name startUrl hint tokensEstimate",
  end_recording: "ok name yaml stepCount path bytes warnings tokensEstimate",
  record_annotate: "ok stepId annotations tokensEstimate",
  replay_flow: `
    ok name completed failedAt steps steps[].id steps[].action steps[].ok steps[].ms steps[].healed steps[].error steps[].message healed
    healed[].step healed[].locator healed[].from healed[].to healed[].how yaml path error message hint warnings tokensEstimate`,
  export_playwright_script: `
    ok name source stats stats.steps stats.handled stats.unhandled stats.fragile path bytes warnings tokensEstimate`,
  export_session_report: `
    ok session url title consoleErrors network network.total network.byType network.failed network.recent network.recent[].requestId
    network.recent[].method network.recent[].url network.recent[].status network.recent[].type network.recent[].ms network.recent[].error regions
    regions[].name regions[].box regions[].box.x regions[].box.y regions[].box.width regions[].box.height sessions note generatedAt format path
    bytes calls pictures warnings tokensEstimate`,
  session_metrics: `
    ok session callsByTool durationMsByTool errorsByTool tokensEstimateSum capabilityDenials sessionStartedAt sessionDurationMs tokensEstimate`,
  diagnostics_note: `
    ok recorded recorded.kind recorded.ts recorded.sessionId recorded.insight recorded.category recorded.severity recorded.ref tokensEstimate`,
  diagnostics_search: `ok ${diagnosticRecord} count truncated tokensEstimate`,
  diagnostics_report: `
    ok perTool topEvalJsPatterns topEvalJsPatterns[].exprSha topEvalJsPatterns[].exprHead topEvalJsPatterns[].count
    topEvalJsPatterns[].taxonomy capabilityDenials notesByCategory missingPrimitiveHypotheses ${diagnosticRecord} truncated tokensEstimate`,
  emulate_bluetooth: deviceCatalog,
  emulate_usb: deviceCatalog,
  emulate_hid: deviceCatalog,
  device_requests: `
    ok session supportedApis requests requests[].api requests[].handledAs requests[].returned requests[].filters requests[].ts writes
    writes[].api writes[].device writes[].channel writes[].data writes[].ts tokensEstimate`,
  set_permission_policy: "ok policy policy.mode policy.perPermission warnings tokensEstimate",
  permission_state: `
    ok origin camera microphone geolocation notifications clipboard-read clipboard-write midi midi-sysex payment-handler background-sync
    accelerometer gyroscope magnetometer tokensEstimate`,
  set_fs_picker_policy: "ok policy policy.mode policy.perAPI warnings tokensEstimate",
  fs_picker_respond: "ok api files files[].name files[].path files[].bytes staged warnings tokensEstimate",
  set_notification_policy: "ok policy policy.mode warnings tokensEstimate",
  await_human: "ok kind value timedOut question answeredIn warnings tokensEstimate",
  list_questions: `
    ok questions questions[].id questions[].session questions[].kind questions[].prompt questions[].choices questions[].about
    questions[].askedAt questions[].expiresAt tokensEstimate`,
  answer_question: "ok id session kind prompt",
  take_wheel: "ok session wheel wheel.taken wheel.holder wheel.where wheel.since wheel.waiting warnings",
  stop_test: "ok how file line warnings",
  resume_test: "ok session stopped stopped.file stopped.line stopped.title warnings",
  give_wheel: "ok session wheel wheel.taken wheel.holder wheel.where wheel.since wheel.waiting warnings",
  show_session: "ok session",
  stop_calls: "ok stopped stopped[].id stopped[].tool stopped[].client stopped[].session taken",
  call_answer: "ok id text cut images",
  rename_session: "ok session name",
  session_state: `
    ok session session.id session.mode session.browser session.engine session.headless session.profile session.device session.url session.title
    session.pages session.openedAt wheel wheel.taken wheel.waiting emulation emulation.viewport emulation.locale emulation.timezoneId
    emulation.geolocation emulation.colorScheme emulation.reducedMotion emulation.userAgent emulation.permissions emulation.clockStoppedAt
    emulation.cpuThrottleRate emulation.network emulation.hiddenOverlays policies policies.dialogs policies.dialogs.mode policies.permissions
    policies.permissions.mode policies.notifications policies.pickers policies.confirmRequired policies.allowedOrigins policies.blockedOrigins
    policies.guard policies.proxy rules rules.routes rules.sockets rules.serviceWorkers recording recording.flow recording.video recording.har
    recording.downloads secrets tokensEstimate`,
  open_session: `
    ok session id mode browser engine headless profile device url title pages openedAt endpoint pid reused har har.path har.mode har.content
    har.finalizesOn video video.path video.size video.size.width video.size.height video.finalizesOn warnings`,
  close_session: "ok session wasOpen closed",
  close_sessions: "ok closed count",
  list_sessions: `
    ok sessions sessions[].id sessions[].mode sessions[].browser sessions[].engine sessions[].headless sessions[].profile
    sessions[].device sessions[].url sessions[].title sessions[].pages sessions[].openedAt sessions[].endpoint sessions[].pid sessions[].name
    sessions[].drives sessions[].wheel sessions[].lastCall sessions[].running sessions[].waits lost
    lost[].id lost[].mode lost[].lastUrl`,
  target: "ok activeSession sessions sessions[].id sessions[].title sessions[].url sessions[].active",
  clear: "ok cleared",
  profile_snapshot: "ok action snapshot profile browser path files bytes",
  profile_restore: "ok action snapshot profile browser path files bytes",
  get_config: "ok scope config project",
  set_config: "ok scope written config warnings",
  reset_config: "ok scope cleared",
  approve_actions: "ok granted approved ttlSeconds warnings",
  list_approvals: "ok approvals approvals[].scope approvals[].grantedAt approvals[].expiresAt approvals[].uses approvals[].remainingMs",
  plugins_list: `
    ok plugins plugins[].name plugins[].namespace plugins[].version plugins[].trust plugins[].capabilities plugins[].pageCode plugins[].dependsOn plugins[].dependsOn[].plugin
    plugins[].dependsOn[].version plugins[].status plugins[].reason plugins[].declaredAt plugins[].enabledAt plugins[].running plugins[].failures plugins[].failures.count plugins[].failures.last`,
  plugins_info: `
    ok name namespace version trust capabilities pageCode dependsOn dependsOn[].plugin dependsOn[].version status reason declaredAt enabledAt running failures failures.count failures.last
    description source contentSha256 manifest dependencies tools`,
  batch: "ok completed failedAt results results[].tool results[].label results[].ok results[].result results[].error warnings tokensEstimate",
  flake_check: `
    runsCompleted allGreen shortCircuitedAfter steps steps[].step steps[].tool steps[].label steps[].runs steps[].ok
    steps[].successRate steps[].errors steps[].signatures firstDivergence cachedResolvers cachedResolvers[].step
    cachedResolvers[].tool cachedResolvers[].label cachedResolvers[].ref cachedResolvers[].selector cachedResolvers[].named
    cachedResolvers[].selectorHint cachedResolvers[].descriptor cachedResolvers[].agreedRuns runs runs[].ok runs[].completed
    runs[].failedAt runs[].results runs[].results[].tool runs[].results[].label runs[].results[].ok runs[].results[].result
    runs[].results[].error runs[].warnings runs[].tokensEstimate warnings tokensEstimate`,
  plan: `
    id ref verb args evidence evidence.query evidence.selectorHint evidence.selectorTier evidence.stability evidence.role
    evidence.name evidence.testId evidence.score evidence.actionable evidence.warnings evidence.alternatives
    evidence.alternatives[].ref evidence.alternatives[].role evidence.alternatives[].name evidence.alternatives[].selectorHint
    evidence.alternatives[].score expiresAt warnings tokensEstimate`,
  execute: "ok result error reason warnings tokensEstimate",
  act_and_sample: sampledAction,
  act_and_diff: `
    ok action diff diff.changed diff.changed[].path diff.changed[].tag diff.changed[].testId diff.changed[].classDelta
    diff.changed[].classDelta.added diff.changed[].classDelta.removed diff.changed[].styleDelta diff.changed[].attrDelta
    diff.changed[].textDelta diff.added diff.removed diff.counts diff.counts.changed diff.counts.added diff.counts.removed warnings
    tokensEstimate`,
  act_and_wait_for_network: "ok action network network.matched network.method network.url network.status warnings tokensEstimate",
  cross_session_sample: sampledAction,
  snapshot_diff: "ok same kept from to added removed diff warnings tokensEstimate",
  highlight: "ok shown matches",
  run_code: "ok value calls printed warnings",
  add_init_script: "ok name initScripts",
  remove_init_script: "ok removed initScripts",
  page_tools: "ok tools tools[].name tools[].description tools[].inputSchema tools[].annotations tools[].frame hint",
  call_page_tool: "ok tool output",
  log_in: "ok loggedIn url title filled warnings",
  snapshot: "ok url title scope stats tree warnings tokensEstimate",
  find: `
    query candidates candidates[].ref candidates[].role candidates[].name candidates[].testId candidates[].stability
    candidates[].selectorHint candidates[].selectorTier candidates[].bbox candidates[].bbox.x candidates[].bbox.y
    candidates[].bbox.width candidates[].bbox.height candidates[].clipped candidates[].actionable candidates[].coveredBy
    candidates[].score candidates[].context candidates[].context.collection candidates[].context.rowKey candidates[].context.column
    candidates[].context.rowText candidates[].frame warnings tokensEstimate`,
  find_feedback: "ok recorded recorded.query recorded.identity recorded.identity.testId recorded.identity.role recorded.identity.name memorySize",
  text_search: `
    count matches matches[].ref matches[].role matches[].text matches[].context matches[].context.collection matches[].context.rowKey
    matches[].context.column matches[].context.rowText matches[].bbox matches[].bbox.x matches[].bbox.y matches[].bbox.width
    matches[].bbox.height matches[].clipped matches[].frame tokensEstimate`,
  frames_list: "ok frames frames[].frameId frames[].parentFrameId frames[].url frames[].name frames[].isMainFrame frames[].origin tokensEstimate",
  shadow_trees: `
    trees trees[].hostRef trees[].hostTag trees[].mode trees[].children trees[].children[].tag trees[].children[].text
    trees[].children[].childCount trees[].descendantCount closedShadowAvailable cappedAt warnings tokensEstimate`,
  extract: `
    ok data evidence evidence.refsUsed evidence.selectorsUsed evidence.partialMisses evidence.partialMisses[].path
    evidence.partialMisses[].reason evidence.partialMisses[].required tokensEstimate`,
  inspect: "found box box.x box.y box.width box.height styles overflowing overflowing.x overflowing.y visible childCount",
  overflow_detect: `
    ok scope findings findings[].selector findings[].bbox findings[].bbox.x findings[].bbox.y findings[].bbox.w findings[].bbox.h
    findings[].type findings[].evidence truncated warnings tokensEstimate`,
  point_probe: `
    ok point point.x point.y stack stack[].tag stack[].id stack[].testId stack[].classes stack[].role stack[].name
    stack[].pointerEvents stack[].visibility stack[].display stack[].zIndex stack[].cursor stack[].bbox stack[].bbox.x stack[].bbox.y
    stack[].bbox.width stack[].bbox.height scrollContainer scrollContainer.tag scrollContainer.id scrollContainer.testId
    scrollContainer.classes clickableAncestor clickableAncestor.tag clickableAncestor.id clickableAncestor.testId
    clickableAncestor.classes clickableAncestor.role clickableAncestor.name ref cropBase64`,
  generate_locator: "ok playwright stability components components[].kind components[].value components[].name components[].attribute tokensEstimate",
  sample: `
    metric scope durationMs mode count series series[].tMs series[].value summary summary.count summary.min summary.max summary.first
    summary.last summary.distinctCount summary.firstChangeTMs autoSummarised truncated`,
  watch: `
    durationMs samples regions regions[].role regions[].name regions[].ref regions[].appearedAtMs regions[].disappearedAtMs console
    console.errors console.warnings network wsFrames`,
  name_ref: "ok name ref",
  list_named_refs: "ok names names[].name names[].ref names[].role names[].text",
  verify_visible: verification,
  verify_text: verification,
  verify_value: verification,
  verify_count: verification,
  verify_attribute: verification,
  verify_predicate: verification,
  screenshot: "ok path bytes format fullPage caption tokensEstimate",
  screenshot_schedule: "ok intoDir capturedAt paths warnings tokensEstimate count",
  screenshot_on: "ok intoDir capturedAt paths warnings tokensEstimate trigger",
  screenshot_region: "ok box box.x box.y box.width box.height bytes",
  screenshot_marks: `
    marks marks[].index marks[].ref marks[].role marks[].name marks[].testId marks[].bbox marks[].bbox.x marks[].bbox.y
    marks[].bbox.width marks[].bbox.height marks[].painted mapping warnings`,
  name_region: "ok name box box.x box.y box.width box.height center center.x center.y",
  region: "ok name box box.x box.y box.width box.height center center.x center.y",
  navigate: action,
  go_back: action,
  go_forward: action,
  reload: action,
  scroll: action,
  set_viewport: action,
  tab_visibility: "ok state heldMs realBackgrounding note warnings",
  wait_for: action,
  click: action,
  double_click: action,
  fill: action,
  fill_form: action,
  press: action,
  type: action,
  shortcut: `
    ok keys activeElement events events[].type events[].key events[].defaultPrevented events[].target handled clipboard clipboard.text
    clipboard.osSync clipboardNote warnings tokensEstimate`,
  hover: action,
  select: action,
  choose_option: action,
  upload_file: "ok mode name bytes mimeType target fileCount warnings tokensEstimate",
  drop_files: `
    ok target files files[].name files[].mode files[].bytes files[].mimeType totalBytes fileCount eventsFired dropDispatched warnings
    tokensEstimate`,
  drag: `
    ok from from.x from.y to to.x to.y steps preflight preflight.point preflight.point.x preflight.point.y preflight.hit
    preflight.resizeRisk warnings tokensEstimate`,
  mouse_down: "ok action coords coords.x coords.y",
  mouse_move: "ok action coords coords.x coords.y",
  mouse_up: "ok action coords coords.x coords.y",
  mouse_wheel: "ok coords coords.x coords.y deltaX deltaY",
  touch_start: "ok action coords coords.x coords.y identifier tokensEstimate",
  touch_move: "ok action coords coords.x coords.y identifier tokensEstimate",
  touch_end: "ok action coords coords.x coords.y identifier tokensEstimate",
  gesture_pinch: "ok coords coords.x coords.y scale steps startOffset endOffset tokensEstimate",
  gesture_swipe: "ok from from.x from.y to to.x to.y steps durationMs tokensEstimate",
  gesture_chain: "ok stepsExecuted totalDurationMs warnings tokensEstimate",
  canvas_capture: `
    ok format responseId path byteLength width height channelCount isWebGL context source box box.x box.y box.width box.height frame
    contentBase64 tokensEstimate warnings`,
  canvas_diff: `
    ok changedPixelCount changedBytes percentageChanged bboxOfChanges bboxOfChanges.x bboxOfChanges.y bboxOfChanges.w bboxOfChanges.h
    regions regions[].x regions[].y regions[].w regions[].h regions[].pixels regionCount width height sizes sizes.before
    sizes.before.width sizes.before.height sizes.after sizes.after.width sizes.after.height diffPath warnings tokensEstimate`,
  canvas_world_to_screen: `ok screenX screenY ${canvasTransform}`,
  canvas_screen_to_world: `ok worldX worldY ${canvasTransform}`,
  canvas_query: "ok tokensEstimate warnings",
  files_list:
    "ok workspace count bytes files files[].id files[].kind files[].path files[].bytes files[].files files[].modifiedAt files[].session",
  file_get: "id kind path bytes files modifiedAt session ok content encoding",
  files_delete: "ok workspace count bytes removed removed[].id removed[].kind removed[].path removed[].bytes",
  files_prune: "ok workspace count bytes removed removed[].id removed[].kind removed[].path removed[].bytes dryRun",
  call_log: "ok calls calls[].id calls[].parent calls[].client calls[].tool calls[].subject calls[].session calls[].ts calls[].ms calls[].ok calls[].error",
  console_read: "[].ts [].type [].text [].count [].location [].location.url [].location.line [].location.column [].page",
  network_read: `
    summary summary.total summary.byType summary.failed requests requests[].requestId requests[].method requests[].url
    requests[].status requests[].type requests[].ms requests[].bytes requests[].error requests[].fromCache requests[].serviceWorker
    requests[].sharedWorker requests[].page request request.requestId request.method request.url request.type request.page
    request.startedAt request.status request.statusText request.mimeType request.protocol request.remoteAddress request.from
    request.initiator request.error request.timing request.timing.total request.timing.dns request.timing.connect request.timing.ssl
    request.timing.send request.timing.wait request.timing.receive request.bytes request.bodyBytes request.requestHeaders
    request.responseHeaders request.postData request.body request.bodyTruncated outOf`,
  network_body: "ok body base64Encoded truncated bytes",
  ws_read: `
    total frames frames[].wsId frames[].url frames[].dir frames[].kind frames[].opcode frames[].event frames[].payload frames[].binary
    frames[].truncated frames[].size frames[].ts sockets sockets[].wsId sockets[].url sockets[].readyState sockets[].frames
    sockets[].page`,
  ws_send: "ok wsId url bytes",
  ws_intercept: "ok pattern replaced active",
  ws_unintercept: "ok removed active",
  route: "ok routes routes[].urlPattern routes[].method routes[].served routes[].left",
  route_queue: "ok routes routes[].urlPattern routes[].method routes[].served routes[].left",
  unroute: "ok removed routes routes[].urlPattern routes[].method routes[].served routes[].left",
  start_har: "ok session path mode content replacedPrior finalizesOn hint tokensEstimate",
  stop_har: "ok session wasActive path finalized nativeRecord entries bytes har inlineBytes hint tokensEstimate",
  workers_list: "[].workerId [].type [].url [].state",
  worker_message_send: "ok workerId url",
  worker_messages_read: "[].workerId [].data [].at [].truncated",
  sw_intercept_fetch: "ok pattern replaced",
  sw_unintercept_fetch: "ok removed",
  cookies_get: `
    ok cookie cookie.name cookie.value cookie.domain cookie.path cookie.expires cookie.httpOnly cookie.secure cookie.sameSite
    cookie.hostOnly cookie.partitionKey warnings`,
  cookies_list: `
    ok count cookies cookies[].name cookies[].value cookies[].domain cookies[].path cookies[].expires cookies[].httpOnly
    cookies[].secure cookies[].sameSite cookies[].hostOnly cookies[].partitionKey`,
  cookies_set: "ok name",
  cookies_delete: "ok name",
  cookies_clear: "ok cleared",
  localstorage_get: "ok value origin",
  localstorage_list: "ok count entries entries[].key entries[].value origin",
  localstorage_set: "ok key origin",
  localstorage_delete: "ok existed origin",
  localstorage_clear: "ok cleared origin",
  sessionstorage_get: "ok value origin",
  sessionstorage_list: "ok count entries entries[].key entries[].value origin",
  sessionstorage_set: "ok key origin",
  sessionstorage_delete: "ok existed origin",
  sessionstorage_clear: "ok cleared origin",
  caches_list_storages: "ok count names origin",
  caches_list: "ok count entries entries[].url entries[].method origin cacheName",
  caches_get: "ok found kind text contentBase64 byteLength contentType status headers opaque",
  caches_put: "ok cacheName url bytes",
  caches_delete: "ok existed",
  caches_clear: "ok cleared",
  caches_delete_storage: "ok existed",
  idb_list_databases: "ok count databases databases[].name databases[].version origin supported",
  idb_list_stores: `
    ok count stores details details[].name details[].keyPath details[].autoIncrement details[].indexes details[].indexes[].name
    details[].indexes[].keyPath details[].indexes[].unique details[].indexes[].multiEntry details[].records dbName version origin`,
  idb_get: "ok found value",
  idb_put: "ok key warnings",
  idb_delete: "ok",
  idb_clear: "ok cleared",
  dump_storage_state: `
    ok cookies cookies[].name cookies[].value cookies[].domain cookies[].path cookies[].expires cookies[].httpOnly cookies[].secure
    cookies[].sameSite cookies[].hostOnly cookies[].partitionKey origins origins[].origin origins[].localStorage
    origins[].localStorage[].name origins[].localStorage[].value origins[].indexedDB path encrypted warnings`,
  inject_storage_state: "ok mode cookies origins originsSkipped warnings",
  auth_save: "ok name path bytes cookies origins encrypted warnings",
  auth_load: "ok name cookies origins warnings",
  auth_list: "ok count slots slots[].name slots[].path slots[].bytes slots[].modifiedAt",
  auth_delete: "ok existed",
  artifact_save: "ok name size mtime path warnings",
  artifact_get: "ok name content size mtime encoding",
  artifact_list: "ok count artifacts artifacts[].name artifacts[].size artifacts[].mtime",
  set_dialog_policy: "ok policy policy.mode policy.text dialogPolicy warnings",
  set_locale: emulation,
  set_timezone: emulation,
  set_geolocation: emulation,
  set_color_scheme: emulation,
  set_reduced_motion: emulation,
  set_media: emulation,
  set_user_agent: emulation,
  grant_permissions: emulation,
  network_emulate: "ok applied applied.offline applied.latencyMs applied.downloadBps applied.uploadBps applied.packetLoss reset warning warnings tokensEstimate",
  cpu_emulate: "ok applied applied.throttleRate reset warning warnings tokensEstimate",
  clock: "ok applied applied.mode applied.nowIso applied.paused timersFired warning warnings tokensEstimate",
  seed_random: "ok applied applied.seed applied.crypto warning warnings tokensEstimate",
  downloads_capture: `
    ok captureOn storageDir captured captured[].id captured[].suggestedFilename captured[].rawSuggestedFilename captured[].mimeType
    captured[].sizeBytes captured[].path tokensEstimate`,
  download_get: "id suggestedFilename rawSuggestedFilename mimeType sizeBytes path ok content",
  page_archive: "ok format path sizeBytes resourceCount droppedCount warnings tokensEstimate",
  element_export: "ok format ref path sizeBytes resourceCount droppedCount warnings tokensEstimate",
  dom_export: "ok format path sizeBytes nodeCount shadowRootCount warnings tokensEstimate",
  asset_export: `ok intoDir totalCount matchedCount persistedCount droppedCount manifest manifest[].url manifest[].mime manifest[].status
    manifest[].sizeBytes manifest[].savedAs warnings tokensEstimate`,
  start_video: "ok session path size size.width size.height finalizesOn replacedPrior hint tokensEstimate",
  stop_video: `ok session wasActive path pendingFinalize finalized finalizesOn videos videos[].path videos[].page videos[].bytes videos[].durationMs
    videos[].frames videos[].endedEarly hint warnings tokensEstimate`,
  get_video: "ok session path bytes format videoBase64 tooLargeToInline hint tokensEstimate",
  pdf_save: "ok path bytes format scale printBackground",
  register_secret: "ok registered scope names tokensEstimate",
  extensions_install: `
    ok session installed installed.id installed.name installed.version installed.path loaded loaded[].id loaded[].name loaded[].version
    loaded[].path loaded[].enabled note tokensEstimate`,
  extensions_list: "[].id [].name [].version [].path [].enabled",
  extensions_reload: `
    ok session installed installed.id installed.name installed.version installed.path loaded loaded[].id loaded[].name loaded[].version
    loaded[].path loaded[].enabled note tokensEstimate`,
  extensions_trigger: "ok session id runtimeId triggered command page page.id page.url page.title tokensEstimate",
  extensions_uninstall: "ok session uninstalled loaded loaded[].id loaded[].name loaded[].version loaded[].path loaded[].enabled tokensEstimate",
  solve_captcha: "ok provider solution taskId elapsedMs",
  get_totp: "ok code aliasName provider",
  get_credential: "ok username aliasName provider",
  list_secrets: "ok secrets secrets[].name secrets[].scope lost tokensEstimate",
  eval_js: "ok value returnType warnings",
  poll_eval: "ok truthy value polls elapsedMs timedOut",
  list_targets: "[].kind [].id [].url [].title [].active",
  tab_open: "ok id title url active warnings",
  tab_close: "ok closed activeSession sessions sessions[].id sessions[].title sessions[].url sessions[].active",
  cookies: `
    ok format count cookies cookies[].name cookies[].value cookies[].domain cookies[].path cookies[].expires cookies[].httpOnly
    cookies[].secure cookies[].sameSite cookies[].hostOnly cookies[].partitionKey output`,
  fetch: "ok status statusText url redirected headers body encoding bytes truncated head path warnings",
  storage_get: "ok key value area origin warnings",
  storage_set: "ok key area origin",
  storage_list: "ok count entries entries[].key entries[].value area origin",
  storage_rm: "ok key existed area origin",
  storage_clear: "ok cleared area origin",
  wait: "ok elapsedMs url",
  wait_for_cookie: `
    ok cookie cookie.name cookie.value cookie.domain cookie.path cookie.expires cookie.httpOnly cookie.secure cookie.sameSite
    cookie.hostOnly cookie.partitionKey elapsedMs`,
  perf_start: "ok running categories restarted warning tokensEstimate warnings",
  perf_stop: `
    ok notRunning path bytes eventCount categories durationMs summary summary.longTaskCount summary.layoutShiftCount
    summary.renderBlockingCount summary.lcpCandidateCount conditions conditions.cpuThrottleRate conditions.network
    conditions.network.offline conditions.network.latencyMs conditions.network.downloadBps conditions.network.uploadBps
    conditions.network.packetLoss hint warning tokensEstimate warnings`,
  perf_insights: `
    ok tracePath eventCount metadata insights insights.longTasks insights.longTasks[].startMs insights.longTasks[].durationMs
    insights.longTasks[].work insights.longTasks[].url insights.longTasks[].line insights.longTasks[].functionName
    insights.layoutShifts insights.layoutShifts[].atMs insights.layoutShifts[].score insights.layoutShifts[].hadRecentInput
    insights.renderBlocking insights.renderBlocking[].url insights.renderBlocking[].type insights.renderBlocking[].startMs
    insights.renderBlocking[].durationMs insights.renderBlocking[].bytes insights.lcpCandidates insights.lcpCandidates[].atMs
    insights.lcpCandidates[].type insights.lcpCandidates[].size insights.lcpCandidates[].url insights.navigation
    insights.navigation.url insights.navigation.fpMs insights.navigation.fcpMs insights.navigation.dclMs insights.navigation.loadMs
    insights.navigation.lcpMs insights.totals insights.totals.longTaskCount insights.totals.longTaskMs insights.totals.blockingMs
    insights.totals.layoutShiftCount insights.totals.layoutShiftScore insights.totals.renderBlockingCount
    insights.totals.lcpCandidateCount insights.totals.requestCount insights.totals.forcedLayoutCount insights.chrome
    insights.chrome.url insights.chrome.lcp insights.chrome.lcp.ms insights.chrome.lcp.phases insights.chrome.lcp.phases.ttfbMs
    insights.chrome.lcp.phases.loadDelayMs insights.chrome.lcp.phases.loadDurationMs insights.chrome.lcp.phases.renderDelayMs
    insights.chrome.lcp.resource insights.chrome.inp insights.chrome.inp.ms insights.chrome.inp.type insights.chrome.inp.phases
    insights.chrome.inp.phases.inputDelayMs insights.chrome.inp.phases.processingMs insights.chrome.inp.phases.presentationMs
    insights.chrome.cls insights.chrome.cls.score insights.chrome.cls.culprits insights.chrome.cls.culprits[].kind
    insights.chrome.cls.culprits[].url insights.chrome.renderBlocking insights.chrome.renderBlocking[].url
    insights.chrome.renderBlocking[].durationMs insights.chrome.renderBlocking[].wastedMs insights.chrome.thirdParties
    insights.chrome.thirdParties[].name insights.chrome.thirdParties[].transferBytes insights.chrome.thirdParties[].mainThreadMs
    insights.chrome.forcedReflow insights.chrome.forcedReflow[].functionName insights.chrome.forcedReflow[].url
    insights.chrome.forcedReflow[].line insights.chrome.forcedReflow[].totalMs insights.chrome.failed
    insights.chrome.failed[].insight insights.chrome.failed[].title insights.chrome.failed[].savings
    insights.chrome.failed[].savings.fcpMs insights.chrome.failed[].savings.lcpMs insights.chrome.failed[].savings.inpMs
    insights.chrome.failed[].savings.cls insights.chrome.failed[].wastedBytes tokensEstimate warnings
    htmlPath
  `,
  perf_audit: `
    ok summary summary.score summary.topIssues summary.topIssues[].category summary.topIssues[].severity summary.topIssues[].title
    byCategory byCategory.render-blocking byCategory.render-blocking.issues byCategory.render-blocking.issues[].severity
    byCategory.render-blocking.issues[].title byCategory.render-blocking.issues[].detail byCategory.render-blocking.issues[].url
    byCategory.render-blocking.remediations byCategory.unused-code byCategory.unused-code.issues
    byCategory.unused-code.issues[].severity byCategory.unused-code.issues[].title byCategory.unused-code.issues[].detail
    byCategory.unused-code.issues[].url byCategory.unused-code.remediations byCategory.oversize-images
    byCategory.oversize-images.issues byCategory.oversize-images.issues[].severity byCategory.oversize-images.issues[].title
    byCategory.oversize-images.issues[].detail byCategory.oversize-images.issues[].url byCategory.oversize-images.remediations
    byCategory.layout-thrashing byCategory.layout-thrashing.issues byCategory.layout-thrashing.issues[].severity
    byCategory.layout-thrashing.issues[].title byCategory.layout-thrashing.issues[].detail byCategory.layout-thrashing.issues[].url
    byCategory.layout-thrashing.remediations byCategory.long-tasks byCategory.long-tasks.issues
    byCategory.long-tasks.issues[].severity byCategory.long-tasks.issues[].title byCategory.long-tasks.issues[].detail
    byCategory.long-tasks.issues[].url byCategory.long-tasks.remediations byCategory.leak-suspects byCategory.leak-suspects.issues
    byCategory.leak-suspects.issues[].severity byCategory.leak-suspects.issues[].title byCategory.leak-suspects.issues[].detail
    byCategory.leak-suspects.issues[].url byCategory.leak-suspects.remediations byCategory.cache-opportunities
    byCategory.cache-opportunities.issues byCategory.cache-opportunities.issues[].severity
    byCategory.cache-opportunities.issues[].title byCategory.cache-opportunities.issues[].detail
    byCategory.cache-opportunities.issues[].url byCategory.cache-opportunities.remediations byCategory.font-loading
    byCategory.font-loading.issues byCategory.font-loading.issues[].severity byCategory.font-loading.issues[].title
    byCategory.font-loading.issues[].detail byCategory.font-loading.issues[].url byCategory.font-loading.remediations evidence
    evidence.tracePath evidence.coveragePath durationMs categoriesRun conditions conditions.cpuThrottleRate conditions.network
    conditions.network.offline conditions.network.latencyMs conditions.network.downloadBps conditions.network.uploadBps
    conditions.network.packetLoss warning warnings tokensEstimate
    htmlPath
  `,
  coverage_start: "ok running startedAt restarted warning hint tokensEstimate warnings",
  coverage_stop: `
    ok notRunning jsCoverage jsCoverage[].url jsCoverage[].totalBytes jsCoverage[].usedBytes jsCoverage[].usagePercent
    jsCoverage[].deadRanges jsCoverage[].deadRanges[].start jsCoverage[].deadRanges[].end jsCoverage[].deadRanges[].line
    jsCoverage[].sources jsCoverage[].sources[].url jsCoverage[].sources[].totalBytes jsCoverage[].sources[].usedBytes
    jsCoverage[].sources[].usagePercent cssCoverage cssCoverage[].url cssCoverage[].totalBytes cssCoverage[].usedBytes
    cssCoverage[].usagePercent cssCoverage[].usedRules cssCoverage[].totalRules cssCoverage[].deadRules
    cssCoverage[].deadRules[].selector cssCoverage[].deadRules[].start cssCoverage[].deadRules[].end cssCoverage[].deadRules[].line
    durationMs hint warning tokensEstimate warnings`,
  layout_thrash_trace: `
    ok forcedLayoutsCount layoutShiftsCount eventsByOrigin eventsByOrigin[].originatingStack eventsByOrigin[].count
    eventsByOrigin[].totalDurationMs eventsByOrigin[].at tracePath durationMs warning tokensEstimate warnings`,
  heap_snapshot: "ok path bytes hint warning tokensEstimate warnings",
  heap_retainers: `
    ok snapshotPath summary summary.nodeCount summary.edgeCount summary.stringCount summary.totalSelfSize matchCount retainers
    retainers[].retainerName retainers[].retainerType retainers[].retainerSelfSize retainers[].edgesToMatches
    retainers[].sampleHeldNodes sampleMatches sampleMatches[].id sampleMatches[].name sampleMatches[].type sampleMatches[].selfSize
    sampleMatches[].retainedSize sampleMatches[].detached sampleMatches[].dominator sampleMatches[].dominator.name
    sampleMatches[].dominator.type sampleMatches[].dominator.retainedSize sampleMatches[].path tokensEstimate warnings`,
  memory_diff: `
    ok retainerGrowth retainerGrowth[].node retainerGrowth[].type retainerGrowth[].sizeBefore retainerGrowth[].sizeAfter
    retainerGrowth[].deltaBytes retainerGrowth[].deltaPercent retainerGrowth[].countBefore retainerGrowth[].countAfter
    retainerGrowth[].heldBy summary summary.totalGrowth summary.top3Growers summary.top3Growers[].node
    summary.top3Growers[].deltaBytes summary.top3Growers[].deltaPercent summary.detachedBefore summary.detachedAfter tokensEstimate
    warnings`,
  web_vitals: `
    ok url lcp lcp.ms lcp.rating lcp.size lcp.url lcp.element lcp.element.ref lcp.element.tag lcp.element.text cls cls.score
    cls.rating cls.shifts cls.shifts[].atMs cls.shifts[].score cls.shifts[].elements cls.shifts[].elements[].ref
    cls.shifts[].elements[].tag cls.shifts[].elements[].text inp inp.ms inp.rating inp.type inp.inputDelayMs inp.processingMs
    inp.presentationMs inp.element inp.element.ref inp.element.tag inp.element.text fcp fcp.ms fcp.rating ttfb ttfb.ms ttfb.rating
    interactions domContentLoadedMs loadMs unsupported conditions conditions.cpuThrottleRate conditions.network
    conditions.network.offline conditions.network.latencyMs conditions.network.downloadBps conditions.network.uploadBps
    conditions.network.packetLoss tokensEstimate warnings`,
  a11y_audit: `
    ok url violationCount byImpact byImpact.critical byImpact.serious byImpact.moderate byImpact.minor violations violations[].id
    violations[].impact violations[].help violations[].helpUrl violations[].tags violations[].count violations[].nodes
    violations[].nodes[].ref violations[].nodes[].frame violations[].nodes[].tag violations[].nodes[].text
    violations[].nodes[].target violations[].nodes[].html violations[].nodes[].failureSummary incompleteCount incomplete
    incomplete[].id incomplete[].impact incomplete[].help incomplete[].helpUrl incomplete[].tags incomplete[].count
    incomplete[].nodes incomplete[].nodes[].ref incomplete[].nodes[].frame incomplete[].nodes[].tag incomplete[].nodes[].text
    incomplete[].nodes[].target incomplete[].nodes[].html incomplete[].nodes[].failureSummary passes axeVersion tokensEstimate
    warnings`,
  visual_diff: `
    ok same baseline updated width height sizes sizes.before sizes.before.width sizes.before.height sizes.after sizes.after.width
    sizes.after.height changedPixels ratio regions regions[].x regions[].y regions[].width regions[].height regions[].pixels
    regions[].element regions[].element.ref regions[].element.tag regions[].element.text regionCount diffPath tokensEstimate
    warnings`,
  web_browser: `
    ok action sessionId url title status detail snapshot digest matches matched responseId bytes lines blobPath note result truncated
    exported exported.cookies exported.domains exported.targetSessionId saved saved.cookies saved.origins newTabs newTabs[].id
    newTabs[].url newTabs[].title dialogs downloads pageErrors warnings`,
  read: "ok url title byline published text nextLine digest matches matched responseId bytes lines warnings tokensEstimate",
  captures: `
    ok captures captures[].responseId captures[].session captures[].bytes captures[].at count responseId text lines fromLine nextLine
    matches matched deleted`,
  web_scrape: `
    ok mode url status title byline published contentType pages redirects notModified truncated text nextLine matches matched chunks
    chunks[].index chunks[].headings chunks[].tokens chunks[].overlap chunks[].fromLine chunks[].toLine chunks[].text chunkCount diff diff.since
    diff.changed diff.added diff.removed diff.sections diff.sections[].section diff.sections[].added diff.sections[].removed diff.sections[].left
    responseId bytes lines savedTo blobPath results succeeded failed warnings tokensEstimate`,
  web_extract: `
    ok action url status extractor data evidence evidence.selectorsUsed evidence.partialMisses text model responseId bytes preview warnings
    tokensEstimate`,
};
