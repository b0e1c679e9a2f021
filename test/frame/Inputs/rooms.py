# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""rooms.py ROOT: prints every include that leaves a folder the wrong way.

The folders of plugin/ and of runtime/ stand on two ladders, lowest first. A file
includes files of its own folder and of those below it; of a folder that has doors,
only these. docs/build/architecture.md draws the ladders, and says what each folder is.
"""
import os
import sys

from sources import CODE, files, includes

LADDER = {
    "plugin": """abi report unit ast passes model slice/text annotation dialect access
        scope lower depend order schedule native slice/tree kernel call exit .""".split(),
    "runtime": """bytes report system thread device guard cache observe conflict opencl
        replay choice observe/libc section host site region launch kernel tool call
        .""".split(),
}

# The headers that a folder shows to others. A folder that is not listed shows all.
DOORS = {
    "plugin/unit": "UnitPurpose",
    "plugin/passes": "NativeLoopPass RecordPass",
    "plugin/report": "CallChain Diagnostics Dump FileNames Invariant Records",
    "plugin/slice/text": "SliceAttributes SliceBounds SlicePragma SliceTokens",
    "plugin/annotation": "Annotations AttributeArguments ClauseLexer FreeSums LoopFinder OpenMPLoops",
    "plugin/access": """AccessAnalysis AccessEvaluator AccessModel AccessRecorder
        AffineForms Conflicts InnerLoop KeptConditions RowTables""",
    "plugin/scope": "FunctionScopes",
    "plugin/lower": "DerivedCaptures LoweredLoop",
    "plugin/depend": """Dependence FilledArrays InferredCollapse
        OwnedElements""",
    "plugin/order": "LoopOrder",
    "plugin/schedule": """ItemLoops ItemTiles KeptElements LoopPhases NestSchedule RowGroups
        RowsAhead SharedValues TransposedLoads""",
    "plugin/native": """BodyRewriter CallLayout NativeOutliner NestPrinter
        SubscriptChecks""",
    "plugin/slice/tree": "SliceChecks",
    "plugin/kernel": "Eligibility KernelPhases KernelText NestMapping",
    "plugin/call": "CallSiteRewriter SerialNotice ShortCalls SiteTables TripCounts WrittenLoop",
    "plugin/exit": "ExitCall ExitPlan SearchQuestion",
    "runtime/device": """Device DeviceTable HostCopies Ledger ProgramSupply
        RectangleTransfer TransferPlan""",
    "runtime/guard": """SplitGuard FaultSignal FetchPlaces HostGuard GuardOnDemand Loans MappingTable
        PageGuard PageProbe SnapshotGuard""",
    "runtime/cache": """CacheEntry CacheFiles CacheInventory CacheStore
        KernelCache""",
    "runtime/observe": "KnownBlocks MappedMemory Observation",
    "runtime/conflict": "Conflicts LoadedConflicts OwnElements",
    "runtime/opencl": "DriverFiles VettedDrivers",
    "runtime/replay": "LaunchLog LaunchRecord Replay",
    "runtime/choice": """Calibration CallCounts ChoiceMemory Chooser DeviceAccount DeviceCosts
        DriverStart Receipts RegionTrials SettledCalls SiteChoice TeamTrials""",
    "runtime/observe/libc": "",
    "runtime/section": "",
    "runtime/host": "ElementCopies HostDevice PrivateArgs",
    "runtime/site": "LeftLoops ParallelRegions SiteTable",
    "runtime/region": "FunctionScope RegionLease Regions",
    "runtime/launch": "BoundedCall DeviceLaunch GroupTuner LaunchPart",
    "runtime/kernel": "KernelPreparation SiteKernels SiteScan SourceKernel",
    "runtime/tool": "",
    "runtime/call": "Dispatcher LaunchTrips",
}

# Who alone may use a folder, where that is less than the ladder allows.
ONLY = {
    "runtime/opencl": ("runtime/.", "runtime/tool"),
    "plugin/passes": ("plugin/.",),
    "plugin/unit": ("plugin/.",),
    "plugin/scope": ("plugin/.",),
}


def verdict(top, here, target):
    """Why a file of the folder here may not include target, or None."""
    there = os.path.dirname(target) or "."
    name = f"{top}/{there}"
    header, extension = os.path.splitext(os.path.basename(target))
    if there == here:
        return None
    ladder = LADDER[top]
    if there not in ladder or ladder.index(there) > ladder.index(here):
        return f"{there} stands above {here}"
    if f"{top}/{here}" not in ONLY.get(name, (f"{top}/{here}",)):
        return f"{there} is not for {here}"
    if extension == ".h" and header not in DOORS.get(name, header).split():
        return f"it is no door of {there}"
    return None


def main(root):
    wrong, count = [], 0
    for top, ladder in LADDER.items():
        for path in files(root, top):
            here = os.path.dirname(os.path.relpath(path, top)) or "."
            if not path.endswith(CODE) or here.startswith("include"):
                continue
            count += 1
            if here not in ladder:
                wrong.append(f"{path}: {here} is no folder of {top}/")
                continue
            for quote, target in includes(root, path):
                beside = os.path.join(root, os.path.dirname(path), target)
                if quote != '"':
                    continue
                if os.path.isfile(os.path.join(root, top, target)):
                    why = verdict(top, here, target)
                    if why:
                        wrong.append(f"{path}: includes {target}: {why}")
                elif os.path.isfile(beside):
                    wrong.append(f"{path}: includes {target}: its folder is not named")
    print("\n".join(wrong) or f"{count} files stand where they belong")
    return 1 if wrong or not count else 0


sys.exit(main(sys.argv[1]))
